// Plays any legal action: partybots tournament right-now -b "exec:node any.js" -b random
const lines = require("readline").createInterface({ input: process.stdin });
const say = (said) => process.stdout.write(JSON.stringify(said) + "\n");

lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") say({ type: "hello", protocol: 1, name: "any" });
  if (told.type === "new_match") say({ type: "ready" });
  if (told.type === "act") {
    const index = told.seed % told.legal.length;
    say({ type: "action", id: told.id, text: told.legal[index].text });
  }
});
