/* Plays the last legal action: cc -o last last.c, then -b exec:./last */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

static long after(const char *from, const char *key)
{
    const char *found = strstr(from, key);
    return found ? atol(found + strlen(key)) : -1;
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"last\"}");
        else if (strstr(line, "\"type\":\"new_match\""))
            puts("{\"type\":\"ready\"}");
        else if (strstr(line, "\"type\":\"act\"")) {
            long index = -1;
            for (char *at = line; (at = strstr(at, "\"index\":")); at++)
                index = after(at, "\"index\":");
            printf("{\"type\":\"action\",\"id\":%ld,\"index\":%ld}\n",
                   after(line, "\"id\":"), index);
        }
    }
    return 0;
}
