#!/bin/sh
# Plays the first legal action: partybots tournament right-now -b exec:./first.sh -b random
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first"}' ;;
    *'"type":"new_match"'*) echo '{"type":"ready"}' ;;
    *'"type":"act"'*)
        id=${line#*\"id\":}
        echo "{\"type\":\"action\",\"id\":${id%%,*},\"index\":0}"
        ;;
    esac
done
