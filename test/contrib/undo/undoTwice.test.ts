import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import type { RunOperation, RunRecord } from '../../../src/store/runs/runRecord.ts';
import type { Step } from '../../../src/workbench/commands/runs/steps.ts';
import { gate } from '../../store/support/fakes.ts';
import { existing } from '../../support/http/clients.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { takeSteps } = await import('../../../src/workbench/commands/runs/stepRuns.ts');
const { undoRun } = await import('../../../src/contrib/undo/vscode/undoRun.ts');
const { editStep, membersStep } = await import('../../../src/workbench/commands/runs/steps.ts');
const { RunJournal } = await import('../../../src/store/runs/runJournal.ts');

const job = (given: Given, id: number) => existing(given.session.jobs.get(id));
const group = (given: Given, id: number) => existing(given.session.groups.byId(id));

/** What runs do to the objects of a server with two jobs and a group. */
const operations: Readonly<Record<string, (given: Given) => readonly [RunOperation, readonly Step[]]>> = {
  'a delete of jobs': given => [
    'deleteJobs',
    [1, 2].map(id => ({ kind: 'removeJob', name: job(given, id).name, job: job(given, id) })),
  ],
  'a delete of a group': given => [
    'deleteGroups',
    [{ kind: 'removeGroup', name: 'Office', group: group(given, 7), id: 7 }],
  ],
  'a create of jobs': () => [
    'createJobs',
    ['New 1', 'New 2'].map(name => ({ kind: 'create', objectKind: 'job', name, draft: { name } })),
  ],
  'a create of a group': () => [
    'importGroups',
    [{ kind: 'create', objectKind: 'group', name: 'New', draft: { name: 'New', server_set: ['PC-9'] } }],
  ],
  'a change of jobs': given => [
    'changeJobs',
    [1, 2].map(id =>
      editStep({ job: job(given, id), edit: { before: { policies: [id] }, after: { policies: [id, 8] } } }),
    ),
  ],
  'a change of devices': given => [
    'changeMembers',
    [membersStep({ group: group(given, 7), id: 7, change: { add: [{ name: 'PC-2' }], remove: [] } })],
  ],
};

/** All objects, without the IDs that the server assigns again. */
const contents = ({ memoryServer: { jobs, groups } }: Given) =>
  [...jobs.values(), ...groups.values()]
    .map(({ name, policies = [], server_set: devices }) => JSON.stringify([name, policies, devices]))
    .toSorted();

async function prepare(given: Given): Promise<void> {
  const { memoryServer, session, user } = given;
  memoryServer.jobs.set(1, { name: 'Nightly', policies: [1] }).set(2, { name: 'Weekly', policies: [2] });
  memoryServer.groups.set(7, { name: 'Office', dn: 'cn=Office', server_set: [{ hostname: 'PC-1' }] });
  await Promise.all([session.jobs.whole(), session.groups.whole()]);
  user.review = ({ choices }) =>
    choices.filter(({ isFixed, isUnchecked }) => !isFixed && isUnchecked !== true).map(({ value }) => value);
}

async function newest({ context }: Given): Promise<RunRecord> {
  return existing((await context.journal.ended())[0]);
}

/** What another window works with: the same server and folder, in another process. */
function otherWindow({ context, folder }: Given): Given['context'] {
  const self = { host: hostname(), pid: process.pid + 1 };
  const onFailure = (error: unknown) => assert.fail(String(error));
  return { ...context, journal: new RunJournal({ folder, self, mayRun: () => true, onFailure }) };
}

/** The same window, whose next run waits between its record and its first request. */
function pausedAfterRecord({ context }: Given) {
  const { journal: own } = context;
  const [recorded, sends] = [gate(), gate()];
  const begin: typeof own.begin = async plan => {
    const run = await own.begin(plan);
    recorded.open();
    await sends.promise;
    return run;
  };
  const journal = { ...own.completing([]), begin };
  return { context: { ...context, journal }, recorded: recorded.promise, send: () => sends.open() };
}

describe('an undo in two windows', () => {
  for (const [title, operation] of Object.entries(operations)) {
    it(`of ${title} is offered and sent once, from its record on`, () =>
      withMemoryServer(async given => {
        const { memoryServer, session, user } = given;
        await prepare(given);
        const before = contents(given);
        const [act, steps] = operation(given);
        await takeSteps(given.context, session, { act, steps });
        const run = await newest(given);
        assert.notDeepEqual(contents(given), before);
        const first = pausedAfterRecord(given);
        const undoing = undoRun(first.context, session, run);
        await first.recorded;
        const writes = memoryServer.writes.length;
        for (const context of [otherWindow(given), given.context]) await undoRun(context, session, run);
        assert.equal(user.of('info').filter(text => text.endsWith('is already being undone.')).length, 2);
        assert.equal(memoryServer.writes.length, writes, 'only the first one sends');
        first.send();
        await undoing;
        assert.deepEqual(contents(given), before);
        await undoRun(otherWindow(given), session, run);
        assert.equal(user.of('info').at(-1), 'Nothing left to undo.');
      }));

    it(`of ${title} is sent once if both windows were asking meanwhile`, () =>
      withMemoryServer(async given => {
        const { session } = given;
        await prepare(given);
        const before = contents(given);
        const [act, steps] = operation(given);
        await takeSteps(given.context, session, { act, steps });
        const [run, once] = [await newest(given), given.memoryServer.writes.length];
        const contexts = [given.context, otherWindow(given), given.context];
        await Promise.all(contexts.map(context => undoRun(context, session, run)));
        assert.deepEqual(contents(given), before);
        assert.equal(given.memoryServer.writes.length - once, steps.length);
      }));
  }

  it('waits with the undo of an undo in the same way', () =>
    withMemoryServer(async given => {
      const { session } = given;
      await prepare(given);
      const [act, steps] = existing(operations['a delete of jobs'])(given);
      await takeSteps(given.context, session, { act, steps });
      const after = contents(given);
      await undoRun(given.context, session, await newest(given));
      const undo = await newest(given);
      await Promise.all([given.context, otherWindow(given)].map(context => undoRun(context, session, undo)));
      assert.deepEqual(contents(given), after);
    }));
});

describe('an undo of a delete whose object is on the server again', () => {
  const recreations: Readonly<Record<string, (given: Given) => void>> = {
    'with the same content': ({ memoryServer }) =>
      memoryServer.jobs.set(50, { name: 'Nightly', policies: [1] }),
    'with other work': ({ memoryServer }) => memoryServer.jobs.set(50, { name: 'Nightly', policies: [4] }),
    'with other spaces in its name': ({ memoryServer }) =>
      memoryServer.jobs.set(50, { name: ' Nightly ', policies: [1] }),
    'as a group of this name': ({ memoryServer }) =>
      memoryServer.groups.set(51, { name: 'Office', dn: 'cn=Other', server_set: [] }),
    'as a group of this DN': ({ memoryServer }) =>
      memoryServer.groups.set(51, { name: 'Headquarters', dn: 'cn=Office', server_set: [] }),
  };
  const remove = async (given: Given) => {
    const { context, session } = given;
    await prepare(given);
    const steps: readonly Step[] = [
      { kind: 'removeJob', name: 'Nightly', job: job(given, 1) },
      { kind: 'removeGroup', name: 'Office', group: group(given, 7), id: 7 },
    ];
    await takeSteps(context, session, { act: 'changePlaces', steps });
    const run = await newest(given);
    // As a run that says for each item what it does.
    return { ...run, items: run.items.map((item, index) => ({ ...item, ...natures[index] })) };
  };
  const natures = [
    { kind: 'job', does: 'delete' },
    { kind: 'group', does: 'delete' },
  ] as const;

  for (const [title, recreate] of Object.entries(recreations))
    for (const isLate of [false, true])
      it(`creates no second one ${title}, ${isLate ? 'even if it appears before the first request' : 'unless the user selects it'}`, () =>
        withMemoryServer(async given => {
          const { memoryServer, context, session, user } = given;
          const run = await remove(given);
          const writes = memoryServer.writes.length;
          if (isLate) {
            const paused = pausedAfterRecord(given);
            const undoing = undoRun(paused.context, session, run);
            await paused.recorded;
            recreate(given);
            paused.send();
            await undoing;
            assert.match(user.of('error').join() + user.of('warn').join(), /WriteError/);
          } else {
            recreate(given);
            await undoRun(context, session, run);
          }
          const isOfJob = memoryServer.jobs.has(50);
          const posts = memoryServer.writes.slice(writes).map(text => text.split(' ')[1]);
          assert.deepEqual(posts, [isOfJob ? '/account/api/group/' : '/automation/api/job/']);
          if (isLate) return;
          user.review = ({ choices }) => choices.filter(({ isFixed }) => !isFixed).map(({ value }) => value);
          await undoRun(context, session, run);
          assert.equal(memoryServer.writes.length, writes + 2, 'created when the user selects it');
        }));
});

/** The run as one that says of each item what it does. */
function asRunOf(run: RunRecord, kind: 'job' | 'group'): RunRecord {
  return { ...run, items: run.items.map(item => ({ ...item, kind, does: 'change' })) };
}

describe('an undo of a rename whose old name another object has by now', () => {
  const rename = (name: string, to: string) => ({ before: { name }, after: { name: to } });
  const renames: Readonly<
    Record<'job' | 'group', readonly [(given: Given) => readonly Step[], (given: Given) => void]>
  > = {
    job: [
      given => [editStep({ job: job(given, 1), edit: rename('Nightly', 'Daily') })],
      ({ memoryServer }) => memoryServer.jobs.set(50, { name: ' Nightly', policies: [4] }),
    ],
    group: [
      given => [
        {
          ...{ kind: 'editGroup', name: 'Office', group: group(given, 7), id: 7 },
          edit: rename('Office', 'Headquarters'),
        },
      ],
      ({ memoryServer }) => memoryServer.groups.set(50, { name: 'Office', dn: 'cn=Other', server_set: [] }),
    ],
  };
  for (const [kind, [stepsOf, take]] of Object.entries(renames)) {
    it(`puts the name of a ${kind} back only if the user selects it`, () =>
      withMemoryServer(async given => {
        const { context, session, user, memoryServer } = given;
        await prepare(given);
        await takeSteps(context, session, { act: 'changePlaces', steps: stepsOf(given) });
        const run = asRunOf(await newest(given), kind === 'job' ? 'job' : 'group');
        take(given);
        let shown = '';
        user.review = ({ choices }) => {
          shown = choices.map(({ description }) => description).join();
          return choices.filter(({ isUnchecked }) => isUnchecked !== true).map(({ value }) => value);
        };
        await undoRun(context, session, run);
        assert.equal(memoryServer.writes.length, 1);
        assert.equal(shown, 'Puts back: Name. The server has one of this name: #50. Select it to have both.');
        user.review = ({ choices }) => choices.map(({ value }) => value);
        await undoRun(context, session, run);
        assert.equal(memoryServer.writes.length, 2);
      }));

    it(`does not put the name of a ${kind} back if the other one appears before the request`, () =>
      withMemoryServer(async given => {
        const { context, session, user, memoryServer } = given;
        await prepare(given);
        await takeSteps(context, session, { act: 'changePlaces', steps: stepsOf(given) });
        const run = asRunOf(await newest(given), kind === 'job' ? 'job' : 'group');
        const paused = pausedAfterRecord(given);
        const undoing = undoRun(paused.context, session, run);
        await paused.recorded;
        take(given);
        paused.send();
        await undoing;
        assert.match(user.of('error').join(), /WriteError: created/);
        assert.equal(memoryServer.writes.length, 1);
      }));
  }

  it('puts the names of two jobs back that have swapped them', () =>
    withMemoryServer(async given => {
      const { context, session, memoryServer } = given;
      await prepare(given);
      const steps = [
        editStep({ job: job(given, 1), edit: rename('Nightly', 'Weekly') }),
        editStep({ job: job(given, 2), edit: rename('Weekly', 'Nightly') }),
      ];
      await takeSteps(context, session, { act: 'changeJobs', steps });
      await undoRun(context, session, await newest(given));
      assert.deepEqual(
        [memoryServer.jobs.get(1)?.name, memoryServer.jobs.get(2)?.name],
        ['Nightly', 'Weekly'],
      );
    }));
});

describe('an undo of the creation of a group', () => {
  it('asks about the jobs that target it by now, and deletes it only with all of them named', () =>
    withMemoryServer(async given => {
      const { context, session, user, memoryServer } = given;
      await prepare(given);
      const [act, steps] = existing(operations['a create of a group'])(given);
      await takeSteps(context, session, { act, steps });
      const run = await newest(given);
      const [id = 0] = [...memoryServer.groups.keys()].filter(other => other !== 7);
      user.onConfirm = () => void memoryServer.jobs.set(2, { name: 'Weekly', policies: [2], groups: [id] });
      await undoRun(context, session, run);
      assert.ok(memoryServer.groups.has(id));
      assert.match(user.of('error').join(), /WriteError: targeted/);
      await session.jobs.refresh();
      user.onConfirm = () => undefined;
      await undoRun(context, session, run);
      assert.match(user.of('confirm').at(-1) ?? '', /1 job targets it: “Weekly”/);
      assert.ok(!memoryServer.groups.has(id));
    }));
});

describe('an undo of the deletion of a job', () => {
  it('does not create it with a group that became another one while the user was asked', () =>
    withMemoryServer(
      async given => {
        const { context, session, user, memoryServer } = given;
        await prepare(given);
        memoryServer.jobs.set(1, { name: 'Nightly', policies: [1], groups: [7] });
        await session.jobs.refresh();
        const steps: readonly Step[] = [{ kind: 'removeJob', name: 'Nightly', job: job(given, 1) }];
        await takeSteps(context, session, { act: 'deleteJobs', steps });
        const run = await newest(given);
        const input = async () => {
          memoryServer.groups.set(7, { name: 'Servers', dn: 'cn=Servers', server_set: [] });
          await session.groups.refresh();
          return 'Plant';
        };
        await undoRun({ ...context, dialogs: { ...user.dialogs, input } }, session, run);
        assert.match(user.of('error').join(), /WriteError: otherTarget/);
        assert.equal(memoryServer.writes.length, 1);
      },
      { production: true },
    ));
});
