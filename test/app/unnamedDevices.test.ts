import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { EditorInNode } from '../support/vscode/editorInNode.ts';
import { type ShownMessage, withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/documents/documentUri.ts');

interface Setup {
  readonly editor: EditorInNode;
  readonly messages: readonly ShownMessage[];
  writes(): unknown[];
}

const nightly = { id: 7, name: 'Nightly', policies: [1] };
const lab = { name: 'Lab', dn: 'CN=Lab' };
const pc = { id: 1, hostname: 'pc-1' };
const nameless = { id: 2, hostname: '', addr: '', username: 'till' };

/** One open document of an object with these devices. */
async function withSetup(
  kind: 'job' | 'group',
  { devices, answer = '' }: { readonly devices: readonly object[]; readonly answer?: string },
  use: (setup: Setup) => Promise<void>,
): Promise<void> {
  await withScript(async server => {
    const [object, list] = kind === 'job' ? [nightly, 'peers'] : [lab, 'server_set'];
    const stored = { ...object, [list]: devices };
    const named = (body: string) => {
      const sent: Record<string, unknown> = JSON.parse(body);
      const names = sent[list];
      const devicesNow = Array.isArray(names) ? names.map(hostname => ({ hostname })) : devices;
      return { ...stored, ...sent, [list]: devicesNow };
    };
    server.otherwise(exchange => {
      const { method, body } = exchange.received;
      return json(method === 'PATCH' ? named(body) : stored)(exchange);
    });
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    const options = {
      servers,
      answer: ({ actions }: ShownMessage) => actions.find(action => action === answer),
    };
    await withApp(options, async ({ app, messages }) => {
      const editor = await EditorInNode.open(app, objectUri('plant', kind, 7, 'x'));
      const writes = () =>
        server.received.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
      await use({ editor, messages, writes });
    });
  }).finally(() => {
    user.documents.length = 0;
  });
}

describe('a document with devices that a request cannot identify unambiguously', () => {
  for (const [kind, list] of [
    ['job', 'peers'],
    ['group', 'server_set'],
  ] as const) {
    it(`asks before a change of the list removes them, and keeps them when canceled (${kind})`, () =>
      withSetup(kind, { devices: [pc, nameless] }, async ({ editor, messages, writes }) => {
        editor.type({ [list]: ['pc-1', 'pc-3'] });
        await assert.rejects(editor.save(), /the devices stay/);
        assert.match(messages.at(-1)?.message ?? '', /that a request cannot identify unambiguously/);
        assert.deepEqual(writes(), []);
      }));
  }

  it('also asks about two devices of the same name, unless both are removed', async () => {
    const devices = [pc, { id: 2, hostname: 'PC-1' }, { id: 3, hostname: 'pc-3' }];
    await withSetup('group', { devices }, async ({ editor, writes }) => {
      editor.type({ server_set: ['pc-1', 'PC-1'] });
      await assert.rejects(editor.save(), /the devices stay/);
      assert.deepEqual(writes(), []);
    });
    await withSetup('group', { devices }, async ({ editor, messages, writes }) => {
      editor.type({ server_set: ['pc-3'] });
      await editor.save();
      assert.deepEqual([writes(), messages], [[{ server_set: ['pc-3'] }], []]);
    });
  });
});
