import assert from 'node:assert/strict';
import { FakePerson } from '../commands/support/memoryServer.ts';
import { withSettings } from './support/userSettings.ts';

const { groupIdMemory } = await import('../../../src/workbench/servers/groupIdMemory.ts');
const { chooseOn, confirmOn, markName, reviewOn, serverMarks, typeName } = await import(
  '../../../src/workbench/servers/serverMarks.ts'
);
const { serverMemories } = await import('../../../src/workbench/servers/serverMemories.ts');

const config = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

describe('the marks of a server', () => {
  it('name its safeguards', () => {
    assert.equal(serverMarks(config), '');
    assert.equal(markName(config), 'Plant');
    assert.equal(markName({ ...config, production: true }), '⚠ Plant (production)');
    assert.equal(markName({ ...config, readOnly: true }), 'Plant (read-only)');
    assert.equal(serverMarks({ ...config, production: true, readOnly: true }), 'production, read-only');
    assert.ok(markName({ ...config, name: 'x'.repeat(500) }).length < 100);
  });
});

describe('a prompt before an operation', () => {
  const question = { message: 'Delete “Backup”?', action: 'Delete' };
  const production = { ...config, production: true };
  const ask = async (
    server: typeof config & { production?: boolean },
    typed: string | undefined,
    isSure = true,
  ) => {
    const user = new FakePerson();
    user.isSure = isSure;
    user.type = () => typed;
    const isDone = await confirmOn(server, user.dialogs, question);
    return {
      isDone,
      messages: user.messages.map(({ kind, text, actions }) => [kind, text, ...actions]),
      user,
    };
  };

  it('is asked once on most servers', async () => {
    assert.equal((await ask(config, undefined)).isDone, true);
    assert.equal((await ask(config, undefined, false)).isDone, false);
  });

  it('also requires the name of a production server', async () => {
    const { isDone, messages, user } = await ask(production, ' Plant ');
    assert.ok(isDone);
    assert.deepEqual(user.addresses, [`⚠ ${config.url}`]);
    assert.deepEqual(messages[1], ['input', 'Delete on the Production Server “Plant”']);
    assert.equal(
      user.inputs[0]?.prompt,
      'Type the name of the server at https://plant.example to continue: Plant',
    );
    for (const typed of [undefined, 'plant', '']) assert.equal((await ask(production, typed)).isDone, false);
    const wrong = await ask(production, 'Plan');
    assert.deepEqual(wrong.messages[1]?.[2], 'This is not the server name.');
    const unsure = await ask(production, 'Plant', false);
    assert.deepEqual([unsure.isDone, unsure.messages.length], [false, 1]);
  });

  it('shows the address below the question, because another server may have the same name', async () => {
    const user = new FakePerson();
    const detail = 'It has 3 devices.';
    await confirmOn(config, user.dialogs, question);
    await confirmOn(config, user.dialogs, { ...question, detail });
    await chooseOn(config, user.dialogs, { message: 'Move “PC-1”?', detail, actions: ['Move'] });
    assert.deepEqual(user.addresses, [config.url, config.url, config.url]);
    const texts = user.messages.map(({ text }) => text.split('\n')[1]);
    assert.deepEqual(texts, ['', detail, detail]);
  });

  it('reviews lines below the address, and requires the name of a production server for some', async () => {
    const user = new FakePerson();
    const placeholders: string[] = [];
    const open = { label: 'Open', run: async () => undefined };
    const lines = { title: 'Change', placeholder: '2 jobs', choices: [], open, action: 'Change' };
    let chosen: readonly string[] | undefined = ['1'];
    user.review = ({ placeholder }) => {
      placeholders.push(placeholder);
      return chosen;
    };
    assert.deepEqual(await reviewOn(config, user.dialogs, lines), ['1']);
    assert.deepEqual(await reviewOn(production, user.dialogs, lines), []);
    user.type = () => 'Plant';
    assert.deepEqual(await reviewOn(production, user.dialogs, lines), ['1']);
    const { length } = user.messages;
    for (chosen of [undefined, []]) assert.deepEqual(await reviewOn(production, user.dialogs, lines), []);
    assert.equal(user.messages.length, length);
    assert.deepEqual(new Set(placeholders), new Set(['2 jobs · https://plant.example']));
  });

  it('never accepts a text that its box would reject', async () => {
    const user = new FakePerson();
    const dialogs = { ...user.dialogs, input: async () => 'Other' };
    assert.equal(await typeName(production, dialogs, 'Delete'), false);
  });
});

describe('the stored values of each server', () => {
  it('are separate for each server, with defaults for what was never set', () =>
    withSettings({}, async ({ memory }) => {
      const first = serverMemories(memory, memory, id => id);
      first.arrangements.set('plant', { sort: 'name', grouping: 'status' });
      first.groupSorts.set('plant', 'name');
      first.recentPlaces.set('plant', ['a']);
      const { arrangements, groupSorts, recentPlaces } = serverMemories(memory, memory, id => id);
      assert.deepEqual(
        ['plant', 'office'].map(id => [arrangements.get(id), groupSorts.get(id), recentPlaces.get(id)]),
        [
          [{ sort: 'name', grouping: 'status' }, 'name', ['a']],
          [{ sort: 'server', grouping: 'none' }, 'server', []],
        ],
      );
    }));
});

describe('group IDs that were found', () => {
  it('are remembered for the address of the server, however fast they are found', () =>
    withSettings({}, async ({ memory, memento }) => {
      const ids = groupIdMemory(memory, config);
      for (let id = 1; id <= 5; id++) ids.set(`CN=${id}`, id);
      ids.set('CN=5', 50);
      assert.equal(ids.get('CN=5'), 50);
      await new Promise(setImmediate);
      const writes = memento.writes.length;
      assert.ok(writes < 5, 'several are written at once');
      ids.set('CN=5', 50);
      await new Promise(setImmediate);
      assert.equal(memento.writes.length, writes, 'it is known already');
      const again = groupIdMemory(memory, config);
      assert.deepEqual(
        ['CN=1', 'CN=5', 'CN=6'].map(key => again.get(key)),
        [1, 50, undefined],
      );
      assert.equal(groupIdMemory(memory, { ...config, url: 'https://other.example' }).get('CN=1'), undefined);
    }));

  it('of another window stay, and those found here win', () =>
    withSettings({}, async ({ memory }) => {
      const [mine, theirs] = [groupIdMemory(memory, config), groupIdMemory(memory, config)];
      theirs.set('CN=a', 1);
      theirs.set('CN=b', 2);
      await new Promise(setImmediate);
      mine.set('CN=b', 3);
      await new Promise(setImmediate);
      assert.deepEqual([mine.get('CN=a'), mine.get('CN=b')], [1, 3]);
      const later = groupIdMemory(memory, config);
      assert.deepEqual([later.get('CN=a'), later.get('CN=b')], [1, 3]);
    }));
});
