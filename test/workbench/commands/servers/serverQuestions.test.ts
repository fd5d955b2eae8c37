import assert from 'node:assert/strict';
import { configured, given } from './support/configuredServer.ts';

const { offerServer } = await import('../../../../src/workbench/commands/servers/serverCommands.ts');
const { activeSession, withSession } = await import('../../../../src/workbench/commands/arguments.ts');
const { serverFor } = await import('../../../../src/workbench/commands/servers/serverQuestions.ts');

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

  it('can be added when there is none', async () => {
    const { context } = given();
    let offers = 0;
    const offerFirst = async () => {
      offers += 1;
    };
    context.servers.servers.length = 0;
    assert.equal(await serverFor({ ...context, offerServer: offerFirst }, [], 'Check'), undefined);
    const none = { sessions: { active: undefined, get: () => undefined }, offerServer: offerFirst };
    assert.equal(await activeSession(none), undefined);
    await withSession(none, () => assert.fail('there is no session'));
    assert.equal(offers, 3);
  });

  for (const [pressed, done] of [
    ['Add Server', ['deviceAutomation.server.add']],
    ['Get Started', ['deviceAutomation.walkthrough.open']],
    [undefined, []],
  ] as const)
    it(`runs ${done.join() || 'nothing'} when “${pressed ?? 'Close'}” is pressed in the offer`, async () => {
      const { user } = given();
      const did: string[] = [];
      user.press = () => pressed;
      await offerServer(user, async id => void did.push(id));
      assert.deepEqual(did, done);
      assert.deepEqual(user.messages[0], {
        kind: 'info',
        text: 'No server is configured yet.',
        actions: ['Add Server', 'Get Started'],
      });
    });
});
