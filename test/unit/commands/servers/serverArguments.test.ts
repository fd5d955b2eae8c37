import assert from 'node:assert/strict';
import { configured, given } from './support/configuredServer.ts';

const { explainServer } = await import('../../../../src/commands/servers/checkConnection.ts');
const { offerServer } = await import('../../../../src/commands/servers/offerServer.ts');
const { isOfOneServer, serverFor } = await import('../../../../src/commands/servers/serverArguments.ts');
const { withMemoryServer } = await import('../support/memoryServer.ts');

describe('the server that a command applies to', () => {
  it('is the one that the arguments name, or the only one', async () => {
    const { context, user } = given();
    for (const args of [['plant'], [{ server: 'plant' }], [{ kind: 'server', serverId: 'plant' }], [], [7]])
      assert.equal(await serverFor(context, args, 'Check'), configured);
    assert.equal(await serverFor(context, ['x'], 'Check'), undefined);
    assert.deepEqual(user.of('error'), ['No server with the ID “x” is configured.']);
    assert.deepEqual(user.of('pick'), []);
  });

  it('is chosen from a list when there are several', async () => {
    const { context, user } = given();
    const office = { ...configured, id: 'office', name: 'Office', url: 'https://office.example' };
    context.servers.servers.push(office);
    assert.equal(await serverFor(context, [], 'Check'), undefined);
    user.pick = title => (title === 'Check' ? 'plant' : undefined);
    assert.equal(await serverFor(context, [], 'Check'), configured);
    assert.deepEqual(user.lists[0], [
      'Plant | active · https://plant.example',
      'Office | https://office.example',
    ]);
  });

  it('can be added, or replaced by the demo, when there is none', async () => {
    const { user } = given();
    const did: string[] = [];
    for (const pressed of ['Add Server', 'Try with Demo Server', undefined]) {
      user.press = () => pressed;
      await offerServer({
        dialogs: user.dialogs,
        addServer: async () => void did.push('add'),
        startDemo: async () => void did.push('demo'),
      });
    }
    assert.deepEqual(did, ['add', 'demo']);
  });

  it('must be the same for all rows', () => {
    const [a, b] = [{ serverId: 'a' }, { serverId: 'b' }];
    assert.deepEqual([isOfOneServer([]), isOfOneServer([a, a]), isOfOneServer([a, b])], [true, true, false]);
  });

  it('has its problems explained, or a message that none are known', () =>
    withMemoryServer(async ({ context, user, memoryServer: fake, session }) => {
      await explainServer(context);
      assert.deepEqual(user.of('info'), ['No known problems with “Plant”.']);
      fake.failures.set('GET /account/api/group/', 403);
      await session.groups.refresh().catch(() => undefined);
      await explainServer(context);
      assert.equal(user.of('error').length, 1);
      assert.equal(user.of('info').length, 1);
    }));
});
