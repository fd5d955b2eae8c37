import assert from 'node:assert/strict';
import { existing } from '../../support/http/clients.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { createDocuments } from '../../workbench/documents/support/setup.ts';

const { Position } = await import('vscode');
const { Emitter } = await import('../../../src/base/emitter.ts');
const { JobLenses } = await import('../../../src/contrib/jsonEditing/vscode/jobLenses.ts');
const { Schedules } = await import('../../../src/workbench/servers/schedules.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ hostname: `PC-${from + index}` }));

/** The code lens above the targets of a text; `stored` is the job on the server. */
async function lensOf({ session, context }: Given, text: string, stored?: object) {
  const { documents, document: documentOf } = createDocuments();
  const lens = new JobLenses({
    sessions: { get: () => session, onDidChangeObjects: new Emitter<typeof session>().event },
    documents,
    notices: context.notices,
    schedules: new Schedules(),
    clock: createManualClock(0),
  });
  const uri =
    stored === undefined ? newObjectUri('plant', 'job', 1, 'New') : objectUri('plant', 'job', 1, 'Nightly');
  if (stored !== undefined)
    documentOf(uri).created({ text: {}, stored: { ...stored }, origin: session.server.url });
  const document = { uri, getText: () => text, positionAt: (offset: number) => new Position(0, offset) };
  const lenses = await lens.provideCodeLenses(document);
  lens.dispose();
  documents.dispose();
  return lenses.map(({ command }) => existing(command).title);
}

const withGroup = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts(60) });
    await use(given);
  });
const stored = { groups: [], peers: ['PC-0', 'PC-1'] };

describe('the number of devices above the targets of a job in JSON', () => {
  it('shows both numbers when the text changes them, with a warning when a save would ask', () =>
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

  it('is shown while the text is incomplete, and includes what is unknown', () =>
    withGroup(async given => {
      assert.deepEqual(await lensOf(given, '{ "name": "A", "dynamic_groups": [4], "groups": [7, 9], "pee'), [
        '$(warning) On 60 devices. Devices of 1 group unknown. The devices of 1 dynamic group are added by the server.',
      ]);
      assert.deepEqual(await lensOf(given, '{ "name": "A" }'), []);
      assert.deepEqual(await lensOf(given, 'no'), []);
    }));
});

describe('the lens above the targets of a job', () => {
  const withLens = (use: (given: Given & ReturnType<typeof createLens>) => Promise<void>) =>
    withGroup(async given => use({ ...given, ...createLens(given) }));

  function createLens({ session, context }: Given) {
    const objects = new Emitter<typeof session>();
    const { documents, document: documentOf } = createDocuments();
    const lens = new JobLenses({
      sessions: {
        get: id => (id === 'plant' ? session : undefined),
        onDidChangeObjects: objects.event,
      },
      documents,
      notices: context.notices,
      schedules: new Schedules(),
      clock: createManualClock(0),
    });
    const uri = objectUri('plant', 'job', 1, 'Nightly');
    const lensesOf = (text: string, of = uri) =>
      lens.provideCodeLenses({ uri: of, getText: () => text, positionAt: offset => new Position(0, offset) });
    return { lens, objects, documentOf, uri, lensesOf };
  }

  it('reads the groups once, however much is typed', () =>
    withLens(async ({ lensesOf, memoryServer: server }) => {
      await lensesOf('{ "groups": [7] }');
      const reads = server.reads.length;
      assert.ok(reads > 0);
      server.failures.set('GET /account/api/group/', 500);
      await lensesOf('{ "groups": [7, 8] }');
      assert.equal(server.reads.length, reads);
    }));

  it('is refreshed when the objects or the base of the text change, until the window closes', () =>
    withLens(async ({ lens, objects, documentOf, session, uri }) => {
      let refreshes = 0;
      lens.onDidChangeCodeLenses(() => {
        refreshes += 1;
      });
      objects.fire(session);
      documentOf(uri).deleted();
      assert.equal(refreshes, 2);
      lens.dispose();
      objects.fire(session);
      documentOf(uri).outcome.started();
      assert.equal(refreshes, 2);
    }));
});
