import assert from 'node:assert/strict';
import { withParts } from '../../support/vscode/withParts.ts';
import { withSettings } from './support/userSettings.ts';

const { documentEvents, user, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { ServerRegistry } = await import('../../../src/workbench/servers/servers.ts');

const key = 'deviceAutomation.servers';
const connectionsKey = 'deviceAutomation.connections';
const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const office = { id: 'office', name: 'Office', url: 'https://office.example' };
const demo = { id: 'demo', name: 'Demo server', url: 'http://127.0.0.1:1' };

function withRegistry(
  setting: unknown,
  use: (
    given: Parameters<Parameters<typeof withSettings>[1]>[0] & {
      servers: InstanceType<typeof ServerRegistry>;
      changes: () => number;
      ids: () => string[];
    },
  ) => Promise<void>,
) {
  return withSettings(setting === undefined ? {} : { [key]: setting }, async given => {
    const { memory } = given;
    const servers = new ServerRegistry(memory, memory);
    let changes = 0;
    servers.onDidChange(() => {
      changes += 1;
    });
    const ids = () => servers.servers.map(({ id }) => id);
    await use({ ...given, servers, changes: () => changes, ids }).finally(() => servers.dispose());
  });
}

describe('the servers that a user has added', () => {
  it('are those of the setting, the first of which is active until another is chosen', () =>
    withRegistry([server, { name: 'No URL' }, office], async ({ servers, ids, changes, memory }) => {
      assert.deepEqual([ids(), servers.active], [['plant', 'office'], server]);
      assert.equal(servers.unusable.length, 1);
      assert.deepEqual([servers.get('office'), servers.get('gone')], [office, undefined]);
      await servers.setActive('office');
      assert.deepEqual([servers.active, changes()], [office, 1]);
      const later = new ServerRegistry(memory, memory);
      assert.deepEqual(later.active, office, 'it is remembered');
      later.dispose();
      await servers.setActive('gone');
      assert.deepEqual(servers.active, server);
    }));

  it('are not those of a workspace, which the registry only reports', () =>
    withRegistry([server], async ({ servers, ids }) => {
      const affectsConfiguration = (section: string) => section === key;
      user.workspaceSettings.set(key, [{ ...server, url: 'https://attacker.example' }, office]);
      let reports = 0;
      servers.isSetByWorkspace.onDidChange(() => {
        reports += 1;
      });
      documentEvents.configured.fire({ affectsConfiguration });
      assert.deepEqual([ids(), servers.active], [['plant'], server]);
      assert.deepEqual([servers.isSetByWorkspace.value, reports], [true, 1]);
      user.workspaceSettings.clear();
      documentEvents.configured.fire({ affectsConfiguration });
      assert.deepEqual([servers.isSetByWorkspace.value, reports], [false, 2]);
    }));

  it('are not reached as a workspace says, which cannot add a program to run or an authority', () =>
    withRegistry([server], async ({ servers, configure }) => {
      const affectsConfiguration = (section: string) => section === connectionsKey;
      configure(connectionsKey, { plant: { caFile: '/mine.pem' } });
      user.workspaceSettings.set(connectionsKey, {
        plant: { headersCommand: ['evil'], caFile: '/evil.pem', certificate: 'EE' },
      });
      documentEvents.configured.fire({ affectsConfiguration });
      assert.deepEqual(servers.servers, [{ ...server, caFile: '/mine.pem' }]);
      assert.equal(servers.isSetByWorkspace.value, true);
      user.workspaceSettings.clear();
      documentEvents.configured.fire({ affectsConfiguration });
      assert.equal(servers.isSetByWorkspace.value, false);
    }));

  it('are written to the setting, whose other contents are preserved', () =>
    withRegistry([{ name: 'No URL' }, server], async ({ servers, ids, changes, setting }) => {
      await servers.add(office);
      assert.deepEqual([ids(), changes()], [['plant', 'office'], 1]);
      await servers.edit(office, { ...office, name: 'Head office' });
      await servers.remove('plant');
      assert.deepEqual(setting(key), [{ name: 'No URL' }, { ...office, name: 'Head office' }]);
      assert.deepEqual([servers.active?.name, changes()], ['Head office', 3]);
      await servers.remove('plant');
      assert.equal(changes(), 3, 'it was gone already');
    }));

  it('include the demo server while it runs, which is in no setting', () =>
    withRegistry([server], async ({ servers, ids, changes, setting }) => {
      servers.addTemporary(demo, async () => servers.removeTemporary());
      assert.deepEqual([ids(), changes(), servers.isTemporary('demo')], [['plant', 'demo'], 1, true]);
      assert.deepEqual([servers.get('demo'), servers.isTemporary('plant')], [demo, false]);
      await servers.add(office);
      assert.deepEqual(setting(key), [server, office]);
      await servers.remove('demo');
      assert.deepEqual([ids(), servers.isTemporary('demo')], [['plant', 'office'], false]);
    }));

  it('replace a setting that is not a list, which is set aside', () =>
    withRegistry({ mine: 'text' }, async ({ servers, setting, memory, unread }) => {
      assert.deepEqual(servers.servers, []);
      await servers.add(server);
      assert.deepEqual(setting(key), [server]);
      assert.deepEqual(
        memory.aside().map(({ key: name, value }) => [name, value]),
        [[key, { mine: 'text' }]],
      );
      assert.deepEqual(
        unread.map(({ meaning }) => meaning()),
        [
          'The setting “deviceAutomation.servers” was invalid. It now contains only what you add from now on.',
        ],
      );
      await servers.add(office);
      assert.equal(memory.aside().length, 1);
    }));
});

describe('how this computer connects to a server', () => {
  const own = { caFile: '/here/ca.pem', certificate: 'AA' };
  const before = { plant: { headersCommand: ['gateway'] } };

  it('is written beside the servers, and seen by others together with them', () =>
    withRegistry([server], async ({ servers, setting, changes }) => {
      await servers.add({ ...office, ...own });
      assert.deepEqual([setting(key), setting(connectionsKey)], [[server, office], { office: own }]);
      assert.deepEqual([servers.get('office'), changes()], [{ ...office, ...own }, 1]);
      await servers.edit({ ...office, ...own }, { ...office, name: 'Head office', certificate: 'BB' });
      assert.deepEqual(setting(connectionsKey), { office: { certificate: 'BB' } });
      assert.equal(changes(), 2);
      await servers.remove('office');
      assert.deepEqual([setting(key), setting(connectionsKey), changes()], [[server], {}, 3]);
    }));

  for (const failing of [key, connectionsKey])
    for (const act of ['add', 'edit', 'remove'] as const)
      it(`stays as it was, as the servers do, if ${act} cannot write ${failing}`, () =>
        withRegistry([server], async ({ servers, setting, configure }) => {
          configure(connectionsKey, before);
          const shown = servers.servers;
          await withFailingWrites(failing, async () => {
            const acts = {
              add: () => servers.add({ ...office, ...own }),
              edit: () => servers.edit(shown[0] ?? office, { ...server, name: 'Other', ...own }),
              remove: () => servers.remove('plant'),
            };
            await assert.rejects(acts[act](), /the disk is full/);
          });
          assert.deepEqual([setting(key), setting(connectionsKey)], [[server], before]);
          assert.deepEqual(servers.servers, shown);
        }));

  it('names the setting that alone was written, if it cannot be taken back', () =>
    withRegistry([server], async ({ servers, setting }) => {
      const edit = () => servers.edit(server, { ...server, name: 'Other', ...own });
      await withFailingWrites(key, () => assert.rejects(edit(), halfWritten), 1);
      assert.deepEqual([setting(key), setting(connectionsKey)], [[server], { plant: own }]);
    }));

  it('is set aside before it is replaced, if it was unreadable', () =>
    withRegistry([server], async ({ servers, configure, setting, memory }) => {
      for (const broken of ['text', { plant: 'text' }]) {
        configure(connectionsKey, broken);
        const before = memory.aside().length;
        await servers.edit(server, { ...server, timeoutSeconds: 9 });
        assert.deepEqual([setting(connectionsKey), memory.aside().length], [broken, before]);
        await servers.edit(server, { ...server, caFile: '/ca.pem' });
        assert.deepEqual(setting(connectionsKey), { plant: { caFile: '/ca.pem' } });
        assert.deepEqual(memory.aside().at(-1)?.value, broken);
      }
    }));
});

const halfWritten = {
  message:
    'Only the setting “deviceAutomation.connections” was changed, so check your settings. the disk is full',
};

/** VS Code cannot write this setting, nor any other one after `most` that it can. */
async function withFailingWrites(
  failing: string,
  use: () => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  let written = 0;
  const stored = (name: string): unknown => user.settings.values.get(name);
  const getConfiguration = (section = '') => ({
    get: (name: string) => stored(`${section}.${name}`),
    inspect: () => ({}),
    update: async (name: string, value: unknown) => {
      if (name === 'absent') return;
      if (`${section}.${name}` === failing || written >= most) throw new Error('the disk is full');
      written += 1;
      user.settings.values.set(`${section}.${name}`, value);
    },
  });
  await withParts(workspace, { getConfiguration }, use);
}
