import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { rejectionOf } from '../../support/http/clients.ts';
import { asTextDocument } from '../../support/vscode/asVSCode.ts';

const { DocumentWriter } = await import('../../../src/workbench/forms/documentWriter.ts');

describe('changes that a form makes to its document', () => {
  it('continue after a failed one, and saving still works', async () => {
    const levels = 50_000;
    const document = { text: `{"name":"A","x":${'['.repeat(levels)}${']'.repeat(levels)}}`, eol: 1 };
    const getText = () => document.text;
    const writer = new DocumentWriter(asTextDocument({ ...document, uri: {}, getText }));
    const change = { kind: 'text', field: 'name', value: 'B' } as const;
    await rejectionOf(RangeError, writer.write(change));
    await writer.settled();
    document.text = '{"name":"B"}';
    let turns = 0;
    await writer.write(change, () => {
      turns += 1;
    });
    assert.equal(turns, 1);
  });
});
