import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { foldMemory, rememberFold } = await import('../../../src/forms/foldMemory.ts');
const { formProblems, formValues, readForm } = await import('../../../src/forms/formReading.ts');
const { additionNotice, formRows } = await import('../../../src/forms/formRows.ts');
const { deviceListWarning } = await import('../../../src/forms/targetText.ts');
const { asRead } = await import('../../../src/model/saveDecision.ts');
const { Memory } = await import('../../../src/platform/memory.ts');
const { foldIds } = await import('../../../src/protocol/folds.ts');

describe('the result of adding devices', () => {
  for (const [names, present, known, text] of [
    [['a'], [], ['a'], ''],
    [['a'], [], [], '1 device added. 1 is not in any known group or job.'],
    [['a'], ['a'], ['a'], '0 devices added. 1 was already in the list.'],
    [['a', 'b'], [], ['a', 'b'], '2 devices added.'],
    [['a', 'b'], ['a'], ['a', 'b'], '1 device added. 1 was already in the list.'],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b'],
      ['a', 'b'],
      '2 devices added. 2 were already in the list. 2 are not in any known group or job.',
    ],
  ] as const)
    it(text === '' ? 'is not said of one known device' : text, () => {
      const isKnown = (name: string) => known.some(each => each === name);
      assert.equal(additionNotice(names, present, isKnown), text);
    });
});

describe('the folded sections of forms', () => {
  it('are remembered across windows, and reset when they cannot be read', async () => {
    const unread: string[] = [];
    const memoryOf = (memento: FakeMemento) =>
      foldMemory(
        new Memory(
          memento,
          ({ meaning }) => unread.push(meaning()),
          error => assert.fail(String(error)),
        ),
      );
    const memento = new FakeMemento();
    const [first, second] = foldIds;
    await rememberFold(memoryOf(memento), first, true);
    await rememberFold(memoryOf(memento), second, false);
    assert.deepEqual(memoryOf(memento).get(), { [first]: true, [second]: false });
    assert.deepEqual(memoryOf(new FakeMemento({ formFolds: 7 })).get(), {});
    assert.deepEqual(unread, ['The collapsed sections of forms were reset.']);
  });
});

describe('the values of a form', () => {
  it('are those of the fields of its kind, empty when the text omits them', () => {
    const job = formValues(
      { name: 'A', enabled: true, policies: [1, 'x'], peers: ['a', 7], params: 3 },
      'job',
    );
    assert.deepEqual(job.text, { name: 'A', params: '' });
    assert.deepEqual([job.flags.enabled, job.flags.run_on_start], [true, null]);
    assert.deepEqual([job.ids.policies, job.ids.groups], [[1], []]);
    assert.deepEqual(
      [job.names.peers, job.names.report_formats, job.names.server_set],
      [['a'], [], undefined],
    );
    const group = formValues({ name: 'A', server_set: ['a'] }, 'group');
    assert.deepEqual(group, {
      text: { name: 'A', dn: '' },
      flags: {},
      ids: {},
      names: { server_set: ['a'] },
    });
  });

  it('do not exist for text that is not JSON or has another shape', () => {
    const problems = (...of: Parameters<typeof readForm>) => {
      const reading = readForm(...of);
      return reading.kind === 'unreadable' ? reading.problems : [];
    };
    assert.deepEqual(problems('{', 'job', false), ['This is not valid JSON.']);
    assert.deepEqual(problems('{"peers": [7]}', 'job', false), ['peers.0: Expected text.']);
    assert.deepEqual(problems('{"name": "A", "server_set": [7]}', 'group', false), [
      'server_set.0: Expected text.',
    ]);
    assert.deepEqual(problems('{"server_set": [7]}', 'job', false), []);
  });

  it('include which entry of a list is wrong', () => {
    const of = (path: readonly (string | number)[], draft: object) =>
      formProblems([{ path, severity: 'error', text: 'No.' }], { ...draft })[0];
    assert.deepEqual(of(['peers', 1], { peers: ['a', 'b'] }), {
      field: 'peers',
      severity: 'error',
      text: 'b: No.',
    });
    for (const [path, draft] of [
      [['peers', 1], { peers: ['a', ''] }],
      [['peers', 1], { peers: ['a'] }],
      [['peers', 0], { peers: 7 }],
      [['peers', '0'], { peers: ['a'] }],
      [['peers'], { peers: ['a'] }],
    ] as const)
      assert.deepEqual(of(path, draft)?.text, 'No.');
    assert.equal(of([], {})?.field, '');
  });

  it('have the rows of their kind, each with a label', () => {
    const fields = formRows('group').map(({ field }) => field);
    assert.deepEqual(fields, ['name', 'dn', 'server_set']);
    assert.ok(formRows('group').every(({ label }) => label !== ''));
    assert.deepEqual(
      formRows('group').map(({ help }) => help !== ''),
      [false, true, true],
    );
  });
});

describe('the text about changes by others', () => {
  const base = { name: 'A', server_set: ['a', 'b'] };

  it('counts added and removed devices, and those that cannot be named', () => {
    const versions = { base: asRead(base), latest: { ...base, server_set: ['b', 'c', 'd', 7] } };
    const list = { field: 'server_set', versions } as const;
    const mine = { ...base, server_set: ['a', 'b', 'x'] };
    const conflict =
      'This list was changed on the server in the meantime (2 added, 1 removed). Overwriting replaces it.';
    const lost =
      '2 devices have neither a host name nor an address and will be lost when the changed list is saved.';
    assert.equal(deviceListWarning(mine, { ...list, unnamed: 0 }), conflict);
    assert.equal(deviceListWarning(mine, { ...list, unnamed: 2 }), `${conflict} ${lost}`);
    assert.equal(deviceListWarning(base, { ...list, unnamed: 2 }), '');
    assert.equal(deviceListWarning(mine, { ...list, versions: undefined, unnamed: 2 }), '');
    const alone = { base: asRead(base), latest: base };
    assert.equal(deviceListWarning(mine, { ...list, versions: alone, unnamed: 2 }), lost);
    assert.equal(deviceListWarning(mine, { ...list, versions: alone, unnamed: 0 }), '');
    const odd = { base: asRead({ server_set: 7 }), latest: { server_set: ['a'] } };
    assert.match(deviceListWarning(mine, { ...list, versions: odd, unnamed: 0 }), /\(1 added, 0 removed\)/);
  });
});
