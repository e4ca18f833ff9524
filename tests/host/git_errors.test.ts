import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonIn } from "../../src/host/git/git_errors.ts";

const ADVICE = `fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.
`;

test("of what git, ssh and servers say, the line that gives the reason counts", () => {
  for (
    const [stderr, reason] of [
      ["", undefined],
      ["\n \n", undefined],
      ["fatal: couldn't find remote ref x\n", "fatal: couldn't find remote ref x"],
      [ADVICE, "fatal: Could not read from remote repository."],
      [`ERROR: Repository not found.\r\n${ADVICE}`, "ERROR: Repository not found."],
      [
        `ssh: Could not resolve hostname work: Name or service not known\r\n${ADVICE}`,
        "ssh: Could not resolve hostname work: Name or service not known",
      ],
      [
        `Warning: Permanently added 'a' to the list of known hosts.\ngit@a: Permission denied (publickey).\n${ADVICE}`,
        "git@a: Permission denied (publickey).",
      ],
      [`Host key verification failed.\n${ADVICE}`, "Host key verification failed."],
      [`Warning: Permanently added 'a'.\n${ADVICE}`, "fatal: Could not read from remote repository."],
      [
        "remote: Not Found\nfatal: repository 'https://a/x/' not found\n",
        "fatal: repository 'https://a/x/' not found (the server: Not Found)",
      ],
      [
        "remote: \nremote: ====\nremote: The project you were looking for\nremote: could not be found.\nremote: ====\n" +
        ADVICE,
        "fatal: Could not read from remote repository. (the server: The project you were looking for could not be found.)",
      ],
      [
        "remote: Enumerating objects: 5, done.\nremote: Total 5 (delta 0)\nfatal: early EOF\n",
        "fatal: early EOF",
      ],
      [
        "fatal: unable to connect to example.com:\nexample.com[0: 192.0.2.1]: errno=Connection refused\n",
        "fatal: unable to connect to example.com: example.com[0: 192.0.2.1]: errno=Connection refused",
      ],
      [
        "error: RPC failed; HTTP 500 curl 22 The requested URL returned error: 500\nfatal: the remote end hung up unexpectedly\n",
        "error: RPC failed; HTTP 500 curl 22 The requested URL returned error: 500",
      ],
      ["fatal: remote error: access denied\n", "fatal: remote error: access denied"],
      ["error: object file is empty\nfatal: bad object HEAD\nhint: try again\n", "fatal: bad object HEAD"],
      ["it took more than 60 seconds, and was ended", "it took more than 60 seconds, and was ended"],
    ] as const
  ) assert.equal(reasonIn(stderr), reason, stderr);
  assert.equal(reasonIn(`fatal: ${"x".repeat(10_000)}`), `fatal: ${"x".repeat(993)}…`);
});
