import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { existing } from '../../../support/http/clients.ts';
import { withPlant } from '../../commands/support/plant.ts';

const { Position } = await import('vscode');
const { Emitter } = await import('../../../../src/util/emitter.ts');
const { ReachLens } = await import('../../../../src/documents/language/reachLens.ts');
const { newObjectUri, objectUri } = await import('../../../../src/documents/documentUri.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ hostname: `PC-${from + index}` }));

/** What stands above the targets of a text; `stored` is what the server has of the job. */
async function lensOf({ session, context }: Given, text: string, stored?: object) {
  const [objects, versions] = [new Emitter<typeof session>(), new Emitter<vscode.Uri>()];
  const lens = new ReachLens({
    sessions: { get: () => session, onDidChangeObjects: objects.event },
    versions: {
      baseOf: () => (stored === undefined ? undefined : { text: {}, stored: { ...stored } }),
      onDidChange: versions.event,
    },
    notices: context.notices,
  });
  const uri =
    stored === undefined ? newObjectUri('plant', 'job', 1, 'New') : objectUri('plant', 'job', 1, 'Nightly');
  const document = { uri, getText: () => text, positionAt: (offset: number) => new Position(0, offset) };
  const lenses = await lens.provideCodeLenses(document);
  lens.dispose();
  return lenses.map(({ command }) => existing(command).title);
}

const withGroup = (use: (given: Given) => Promise<void>) =>
  withPlant(async given => {
    given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts(60) });
    await use(given);
  });
const stored = { groups: [], peers: ['PC-0', 'PC-1'] };

describe('the number of devices above the targets of a job in JSON', () => {
  it('says both numbers where the text changes them, with a warning where a save would ask', () =>
    withGroup(async given => {
      const text = (groups: string) => `{ "name": "A", "groups": [${groups}], "peers": ["PC-0", "pc-1"] }`;
      assert.deepEqual(await lensOf(given, text(''), { ...stored, peers: ['PC-0', 'pc-1'] }), [
        'On 2 devices.',
      ]);
      assert.deepEqual(await lensOf(given, text('7'), stored), ['$(warning) 2 devices → 60 devices.']);
      assert.deepEqual(await lensOf(given, '{ "peers": ["PC-0", "PC-1", "NEW"], "groups": [] }', stored), [
        '2 devices → 3 devices.',
      ]);
    }));

  it('is there while the text is half typed, and names what is not known', () =>
    withGroup(async given => {
      assert.deepEqual(await lensOf(given, '{ "name": "A", "dynamic_groups": [4], "groups": [7, 9], "pee'), [
        '$(warning) On 60 devices. The devices of 1 selected group are unknown. The devices of 1 dynamic group are added by the server.',
      ]);
      assert.deepEqual(await lensOf(given, '{ "name": "A" }'), []);
      assert.deepEqual(await lensOf(given, 'no'), []);
    }));
});
