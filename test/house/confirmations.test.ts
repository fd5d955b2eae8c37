import assert from 'node:assert/strict';
import { typeScriptFiles } from '../support/projectFiles.ts';

/** The files whose prompts do not change anything on one server, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'src/workbench/servers/serverMarks.ts': 'adds the address',
  'src/workbench/commands/open.ts': 'opens editors',
  'src/workbench/commands/servers/addServer.ts': 'follows the URL that was just typed',
  'src/workbench/commands/servers/editServer.ts': 'follows the URL that was just typed',
  'src/workbench/commands/servers/serverQuestions.ts': 'is about a URL, which it contains',
  'src/workbench/commands/servers/serverCommands.ts': 'contains the URL',
  'src/workbench/commands/servers/signIn.ts': 'asks for the token again',
  'src/workbench/commands/servers/trustCertificate.ts': 'is about a certificate, before anything is sent',
  'src/contrib/files/vscode/exportFiles.ts': 'writes files on this computer',
};

describe('a dialog that confirms an operation on a server', () => {
  const found = typeScriptFiles('src').flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/\b#?dialogs\.(?:confirm|choose|review|decide)\((?:[^;]|\n)*?(?:\)\)?;|\)\) )/gi),
      ([call]) => ({
        path,
        call,
      }),
    ),
  );

  for (const { path, call } of found)
    if (elsewhere[path] === undefined)
      it(`shows the server's address: ${path}: ${call.split('\n')[0]}`, () =>
        assert.match(call, /withAddress\(|addressedText\(|\bproblem\b|parts\.text\(/));

  it('is looked for where there are some', () => assert.ok(found.length > 12, String(found.length)));
});
