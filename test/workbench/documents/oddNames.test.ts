import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anyCharacter } from '../../support/anyCharacter.ts';
import '../../support/vscode/vscodeInNode.ts';

const { Uri } = await import('vscode');
const { objectUri, parseDocumentUri } = await import('../../../src/workbench/documents/documentUri.ts');

describe('the URI of an object, whatever the server calls it', () => {
  const leadsBack = (name: string) => {
    const uri = objectUri('plant', 'job', 7, name);
    assert.deepEqual(parseDocumentUri(Uri.parse(uri.toString(), true)), {
      kind: 'object',
      serverId: 'plant',
      objectKind: 'job',
      id: 7,
      view: 'edited',
    });
    assert.equal(uri.path.split('/').length, 4);
  };

  const odd = [
    '',
    '..',
    '../../8/x',
    'a\\b',
    '%2e%2e%2f',
    '?server',
    '#x',
    '\u202egnp.',
    'A \ud83d B',
    '\udc00',
  ];
  for (const name of odd) it(JSON.stringify(name), () => leadsBack(name));

  it('can contain any text, even lone surrogates', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), (a, b) => leadsBack(`${a}\ud83d${b}`)),
    ));
});
