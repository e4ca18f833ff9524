import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDiff } from "../../src/context/diff.ts";

test("parseDiff() returns each file with its new lines and its removed text", () => {
  const diff = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -3 +3,2 @@ function x
-old
+new
+newer
@@ -9,2 +10,0 @@
-gone one
--- looks like a header
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
--- a/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/new file.ts b/new file.ts
new file mode 100644
--- /dev/null
+++ b/new file.ts\t
@@ -0,0 +1,2 @@
+++ b/trap.ts
+two
\\ No newline at end of file
diff --git a/from.ts b/to.ts
similarity index 100%
rename from from.ts
rename to to.ts
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
* Unmerged path c.ts
diff --git a/bin b/bin
Binary files a/bin and b/bin differ
`;
  assert.deepEqual(parseDiff(diff), [
    { path: "a.ts", changes: { lines: new Set([3, 4]), removed: "old\ngone one\n-- looks like a header" } },
    { path: "new file.ts", changes: { lines: new Set([1, 2]), removed: "" } },
  ]);
});

test("parseDiff() reads file names that git quotes", () => {
  const [file] = parseDiff('diff --git a b\n--- /dev/null\n+++ "b/\\303\\251 \\"\\t.ts"\n@@ -0,0 +1 @@\n+x\n');
  assert.equal(file!.path, 'é "\t.ts');
});
