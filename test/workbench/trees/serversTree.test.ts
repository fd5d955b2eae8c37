import assert from 'node:assert/strict';
import type { ServerConfig, UnusableEntry } from '../../../src/api/model/server.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import type { TokenOwner } from '../../../src/workbench/servers/tokens.ts';
import { statusError } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText } from './support/rowTexts.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');
const { Emitter } = await import('../../../src/base/emitter.ts');
const { ServersTree } = await import('../../../src/workbench/trees/serversTree.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** The tree with the plant, which is active, and two other servers. */
function withTree(use: (given: Given & ReturnType<typeof setup>) => Promise<void>) {
  return withMemoryServer(given => {
    const parts = setup(given);
    return use({ ...given, ...parts }).finally(() => parts.tree.dispose());
  });
}

function setup({ session }: Given) {
  const changes = {
    servers: new Emitter<void>(),
    workspace: new Emitter<void>(),
    tokens: new Emitter<TokenOwner>(),
    sessions: new Emitter<void>(),
  };
  const other = { id: 'other', name: 'Other', url: 'https://other.example' };
  const demo = { id: 'demo', name: 'Demo', url: 'http://127.0.0.1', production: true, readOnly: true };
  const all: ServerConfig[] = [session.server, other, demo];
  const unusable: UnusableEntry[] = [];
  const signedOut = new Set<string>();
  const servers = {
    servers: all,
    unusable,
    active: session.server,
    get: (id: string) => all.find(server => server.id === id),
    isTemporary: (id: string) => id === 'demo',
    onDidChange: changes.servers.event,
    isSetByWorkspace: { value: false, onDidChange: changes.workspace.event },
  };
  const tokens = {
    get: async ({ id }: ServerConfig) => (signedOut.has(id) ? undefined : 'token'),
    onDidChange: changes.tokens.event,
  };
  const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.sessions.event } =
    { active: session, onDidChange: changes.sessions.event };
  const tree = new ServersTree(servers, tokens, sessions);
  let redraws = 0;
  tree.onDidChangeTreeData(() => {
    redraws += 1;
  });
  const items = () => Promise.all(tree.getChildren().map(node => tree.getTreeItem(node)));
  const rows = async () => (await items()).map(rowText);
  const setByWorkspace = (value: boolean) => {
    servers.isSetByWorkspace.value = value;
    changes.workspace.fire();
  };
  return {
    tree,
    all,
    unusable,
    setByWorkspace,
    signedOut,
    sessions,
    changes,
    items,
    rows,
    redraws: () => redraws,
  };
}

const owner = { serverId: 'plant', origin: 'https://plant.example' };
const keys = new Map<unknown, unknown>();
const shownKeys = () =>
  [contextKeys.hasServer, contextKeys.serversState, contextKeys.connected].map(key => keys.get(key));

describe('the tree of servers', () => {
  beforeEach(() => {
    keys.clear();
    user.ran = (id, [key, value]) => void (id === 'setContext' && keys.set(key, value));
    setContextKey(contextKeys.hasServer, false);
    setContextKey(contextKeys.connected, false);
    setContextKey(contextKeys.serversState, 'none');
  });
  afterEach(() => {
    user.ran = () => undefined;
  });

  it('shows each server, which one is active, and the marks that must not be overlooked', () =>
    withTree(async ({ rows, signedOut }) => {
      signedOut.add('other');
      assert.deepEqual(await rows(), [
        'Plant | active · https://plant.example | vm-active charts.green | server active signedIn configured',
        'Other | not signed in · https://other.example | lock | server inactive signedOut configured',
        'Demo | production, read-only · http://127.0.0.1 | server deviceAutomation.production | server inactive signedIn demo',
      ]);
      assert.deepEqual(shownKeys(), [true, 'some', true]);
    }));

  it('switches to the server of a row', () =>
    withTree(async ({ items }) => {
      const [memoryServer] = await items();
      assert.equal(memoryServer?.command?.command, 'deviceAutomation.server.switch');
      assert.deepEqual(memoryServer?.command?.arguments, [{ kind: 'server', serverId: 'plant' }]);
    }));

  it('shows whether the active server responds', () =>
    withTree(async ({ session, rows, redraws, sessions, changes }) => {
      const before = redraws();
      session.outage.failed(statusError(503));
      assert.equal(redraws(), before + 1);
      assert.match(
        (await rows())[0] ?? '',
        /\| debug-disconnect \| server active signedIn configured offline$/,
      );
      assert.equal(keys.get(contextKeys.offline), true, 'the views then offer to check the connection');
      sessions.active = undefined;
      changes.sessions.fire();
      session.outage.succeeded();
      assert.equal(redraws(), before + 2, 'another server is active');
    }));

  it('shows which entries of the setting are invalid, and leads to them', () =>
    withTree(async ({ unusable, items }) => {
      unusable.push({ place: 2, fields: ['url', 'name'] }, { place: 4, fields: [] });
      const item = (await items()).at(-1);
      assert.ok(item !== undefined);
      const label = '2 entries in the settings are invalid';
      assert.equal(rowText(item), `${label} |  | warning list.warningForeground | unusableServers`);
      assert.match(String(item.tooltip), /^Entry 2: invalid url, name\.\nEntry 4: its ID belongs to another/);
      assert.deepEqual(item.command?.arguments, [{ revealSetting: { key: 'deviceAutomation.servers' } }]);
    }));

  it('shows which connections are invalid, and leads to them', () =>
    withTree(async ({ unusable, items }) => {
      unusable.push({ place: 'plant', fields: ['caFile'] }, { place: '', fields: [] });
      const item = (await items()).at(-1);
      assert.match(
        String(item?.tooltip),
        /^deviceAutomation\.connections\.plant: invalid caFile\.\ndeviceAutomation\.connections: its ID .* not an object\./,
      );
      assert.deepEqual(item?.command?.arguments, [
        { revealSetting: { key: 'deviceAutomation.connections' } },
      ]);
    }));

  it('shows that servers of the workspace are ignored, and leads to them', () =>
    withTree(async ({ setByWorkspace, items, redraws }) => {
      const before = redraws();
      setByWorkspace(true);
      assert.equal(redraws(), before + 1);
      const item = (await items()).at(-1);
      assert.ok(item !== undefined);
      assert.match(rowText(item), /^Servers of this workspace are ignored \|.* workspaceServers$/);
      assert.equal(item.command?.command, 'workbench.action.openWorkspaceSettingsFile');
      setByWorkspace(false);
      assert.equal((await items()).length, 3);
    }));

  it('is redrawn when a server or a token changes, until it is disposed', () =>
    withTree(async ({ tree, changes, redraws }) => {
      const before = redraws();
      changes.servers.fire();
      changes.tokens.fire(owner);
      assert.equal(redraws(), before + 2);
      tree.dispose();
      changes.servers.fire();
      changes.tokens.fire(owner);
      changes.sessions.fire();
      assert.equal(redraws(), before + 2);
    }));

  it('shows that there is no server', () =>
    withTree(async ({ all, changes }) => {
      all.length = 0;
      changes.servers.fire();
      assert.deepEqual(shownKeys(), [false, 'none', true]);
    }));
});
