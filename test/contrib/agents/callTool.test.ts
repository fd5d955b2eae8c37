import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import {
  type FakePerson,
  type Given,
  withMemoryServer,
} from '../../workbench/commands/support/memoryServer.ts';
import { withTools } from './support/agentSetup.ts';

const { callTool } = await import('../../../src/contrib/agents/vscode/callTool.ts');
const { PauseFile } = await import('../../../src/contrib/pause/common/pauseFile.ts');
const { stateFolder } = await import('../../../src/base/privateFiles.ts');
const { user: person } = await import('../../support/vscode/vscodeFake.ts');

const job = {
  name: 'Nightly',
  params: 'DTSTART:20260101T030000\nRRULE:FREQ=DAILY',
  enabled: true,
  run_on_start: false,
  groups: [],
  dynamic_groups: [],
  peers: [{ hostname: 'PC-1' }, { hostname: 'PC-2' }],
  policies: [9],
  reports: [],
  report_formats: [],
};

type Setup = Given & {
  readonly call: (
    name: string,
    input: object,
    signal?: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>>>;
};

const fleetSettings = { choicesOf: () => ({ severities: new Map(), suppressions: [] }) };

/** A server with job 1, and what an agent calls. */
function withAgent(
  use: (setup: Setup) => Promise<void>,
  marks: Parameters<typeof withMemoryServer>[1] = {},
): Promise<void> {
  return withMemoryServer(async given => {
    given.memoryServer.jobs.set(1, job);
    const context = {
      ...given.context,
      fleetSettings,
      filterTerms: [],
      servers: { ...given.context.servers, active: given.session.server, servers: [given.session.server] },
      tokens: { get: async () => 'secret-token', set: async () => undefined, delete: async () => undefined },
    };
    const { signal: never } = new AbortController();
    const call: Setup['call'] = async (name, input, signal = never) =>
      JSON.parse(await callTool(context, name, input, signal));
    await use({ ...given, call });
  }, marks);
}

const later = { ids: [1], change: { move_by_minutes: 120 } };

function dialogs(user: FakePerson): readonly string[] {
  return user.of('confirm');
}

describe('a change that an agent asks for', () => {
  afterEach(() => {
    person.settings.values.clear();
    person.isTrusted = true;
  });

  it('shows the server, the job, its field before and after, and the number of devices', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      const { applied, done } = await call('change_jobs_and_groups', later);
      assert.deepEqual([applied, done], [true, 1]);
      assert.deepEqual(dialogs(user), [
        'Let the agent change 1 job on “Plant”?\n“Nightly” (#1): Schedule: daily 03:00 → daily 05:00\n\nAffects 2 devices.',
      ]);
      assert.equal(memoryServer.writes.length, 1);
    }));

  it('sends nothing when the user refuses, and tells the agent so', () =>
    withAgent(async ({ call, user, memoryServer, context }) => {
      user.isSure = false;
      const { applied, why } = await call('change_jobs_and_groups', later);
      assert.equal(applied, false);
      assert.match(String(why), /did not confirm/);
      assert.deepEqual(memoryServer.writes, []);
      assert.deepEqual(await context.journal.ended(), []);
    }));

  it('requires the typed name of a production server', () =>
    withAgent(
      async ({ call, user, memoryServer }) => {
        user.type = () => 'Plan';
        assert.equal((await call('delete_jobs_and_groups', { jobs: [1] }))['applied'], false);
        assert.deepEqual(memoryServer.writes, []);
        user.type = () => 'Plant';
        assert.equal((await call('delete_jobs_and_groups', { jobs: [1] }))['applied'], true);
      },
      { production: true },
    ));

  it('is refused at once on a read-only server', () =>
    withAgent(
      async ({ call, user }) => {
        await assert.rejects(call('change_jobs_and_groups', later), /read-only/);
        assert.deepEqual(dialogs(user), []);
      },
      { readOnly: true },
    ));

  it('leaves a job alone that changes while the dialog is open', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      user.onConfirm = () => void memoryServer.jobs.set(1, { ...job, policies: [9, 10] });
      const { applied, undo, problems } = await call('change_jobs_and_groups', later);
      assert.deepEqual([applied, undo], [false, undefined]);
      assert.match(JSON.stringify(problems), /"id":1,"name":"Nightly","is":"failed"/);
      assert.deepEqual(user.of('info'), []);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('pauses jobs, runs them once more, spreads them, and takes a pause back as it was', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      const ids = [1];
      memoryServer.jobs.set(1, { ...job, params: 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY' });
      const params = () => String(memoryServer.jobs.get(1)?.['params']);
      const before = params();
      const ask = (change: object) => call('change_jobs_and_groups', { ids, change });
      const pause = { until: '2099-01-09', reason: 'stocktaking' };
      assert.equal((await ask({ pause }))['done'], 1);
      assert.match(params(), /\nEXRULE:FREQ=DAILY;UNTIL=2099010/);
      assert.equal((await ask({ resume: true }))['done'], 1);
      assert.equal(params(), before);
      const { applied, skipped_items: skipped } = await ask({ resume: true });
      assert.deepEqual([applied, JSON.stringify(skipped).includes('It is not paused.')], [false, true]);
      assert.equal((await ask({ run_once: '2099-01-09T13:30' }))['done'], 1);
      assert.match(params(), /\nRDATE/);
      assert.equal((await ask({ spread: { start: '02:00', step_minutes: 10 } }))['done'], 1);
      assert.match(dialogs(user).at(-1) ?? '', /Meet others on a device: none → none/);
      await assert.rejects(ask({ pause: { until: 'yesterday' } }), /until in the future/);
      await assert.rejects(ask({ pause, resume: true }), /exactly one kind of change, not 2/);
    }));

  it('records what a pause has added, until it is taken back or the next pause has taken its place', () =>
    withAgent(async ({ call, memoryServer, session }) => {
      const params = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
      memoryServer.jobs.set(1, { ...job, params });
      const ask = (change: object) => call('change_jobs_and_groups', { ids: [1], change });
      const file = new PauseFile(stateFolder(process.env), session.server.url);
      const reasons = async () => Array.from((await file.read()).values(), ({ reason }) => reason);
      await ask({ pause: { from: '2098-12-30', until: '2099-01-09', reason: 'stocktaking' } });
      memoryServer.failures.set('PATCH /automation/api/job/1/', 403);
      await ask({ pause: { until: '2099-02-09', reason: 'refused' } });
      assert.deepEqual(await reasons(), ['stocktaking']);
      memoryServer.failures.clear();
      await ask({ resume: true });
      assert.deepEqual([memoryServer.jobs.get(1)?.['params'], await reasons()], [params, []]);
    }));

  it('keeps a group that a job targets only since the plan was made', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [] });
      user.onConfirm = () => void memoryServer.jobs.set(1, { ...job, groups: [5] });
      const { applied, problems } = await call('delete_jobs_and_groups', { groups: [5] });
      assert.equal(applied, false);
      assert.match(JSON.stringify(problems), /"id":5,"name":"Office","is":"failed"/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  for (const input of [
    { ids: [1], change: { add: { field: 'groups', items: [5] } } },
    { new_job: { name: 'Report', policies: [9], groups: [5] } },
  ])
    it(`adds no group whose ID is that of another one by now: ${Object.keys(input).join()}`, () =>
      withAgent(async ({ call, user, memoryServer }) => {
        memoryServer.jobs.set(2, { ...job, id: 2, name: 'Weekly', groups: [5] });
        memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [] });
        user.onConfirm = () =>
          void memoryServer.groups.set(5, { name: 'Servers', dn: 'CN=Servers', server_set: [] });
        assert.equal((await call('change_jobs_and_groups', input))['applied'], false);
        assert.deepEqual(memoryServer.writes, []);
      }));

  itWith('undo', 'is a run in the journal that an agent asked for, and Undo puts it back', () =>
    withAgent(async ({ call, user, memoryServer, context }) => {
      user.press = actions => actions.find(action => action === 'Undo');
      await call('change_jobs_and_groups', later);
      // The notification with Undo does not hold up the agent.
      while ((await context.journal.ended()).length < 2) await new Promise(setImmediate);
      const runs = await context.journal.ended();
      assert.deepEqual(
        runs.map(({ act, by }) => [act, by]),
        [
          ['undo', undefined],
          ['changeJobs', 'agent'],
        ],
      );
      assert.deepEqual(memoryServer.jobs.get(1)?.['params'], job.params);
    }),
  );

  const undone: Readonly<Record<string, readonly [name: string, input: object]>> = {
    'a new job': ['change_jobs_and_groups', { new_job: { name: 'Report', policies: [9] } }],
    'a new group': ['change_jobs_and_groups', { new_group: { name: 'Front', server_set: ['PC-1'] } }],
    'another name of a group': ['change_jobs_and_groups', { groups: [{ name: 'Office', new_name: 'Desk' }] }],
    'a deleted job': ['delete_jobs_and_groups', { jobs: [1] }],
    'a deleted group': ['delete_jobs_and_groups', { groups: [5] }],
    'other devices of a group': [
      'change_jobs_and_groups',
      { groups: [{ id: 5, add: ['PC-2'], remove: ['PC-1'] }] },
    ],
  };
  for (const [what, [name, input]] of Object.entries(undone)) {
    itWith('undo', `is undone as a whole: ${what}`, () =>
      withAgent(async ({ call, user, memoryServer, context }) => {
        memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [{ hostname: 'PC-1' }] });
        const contents = () =>
          [...memoryServer.jobs.values(), ...memoryServer.groups.values()]
            .map(row => JSON.stringify(row))
            .sort();
        const before = contents();
        user.press = (actions, text) =>
          text.startsWith('An agent') ? actions.find(action => action === 'Undo') : undefined;
        assert.equal((await call(name, input))['done'], 1);
        while ((await context.journal.ended()).length < 2) await new Promise(setImmediate);
        assert.deepEqual(contents(), before);
      }),
    );
  }

  it('names a group that is renamed, with its DN if that changes', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [{ hostname: 'PC-1' }] });
      const groups = [{ id: 5, new_name: 'Desk', new_dn: 'CN=Desk' }];
      assert.equal((await call('change_jobs_and_groups', { groups }))['done'], 1);
      assert.deepEqual(dialogs(user), [
        'Let the agent change 1 group on “Plant”?\n“Office” (#5): Name: Office → Desk, Distinguished name: CN=Office → CN=Desk\n\nAffects 1 device.',
      ]);
      assert.deepEqual(memoryServer.writes, ['PATCH /account/api/group/5/ {"name":"Desk","dn":"CN=Desk"}']);
    }));

  it('offers a preview of many objects, and waits for another call', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      for (let id = 1; id <= 30; id++) memoryServer.jobs.set(id, { ...job, name: `Job ${id}` });
      user.press = actions => actions.find(action => action === 'Open Preview in Editor');
      const { applied, why } = await call('change_jobs_and_groups', {
        filter: '@enabled',
        change: { enabled: false },
      });
      assert.deepEqual([applied, memoryServer.writes.length], [false, 0]);
      assert.match(String(why), /reading the preview/);
      assert.match(user.shown.join(), /“Job 30” \(#30\): Enabled: yes → no/);
    }));

  it('can be seen whole before it is confirmed, also if it is of one object', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [] });
      user.press = actions => actions.find(action => action === 'Open Preview in Editor');
      const names = Array.from({ length: 100 }, (_, index) => `PC-${index}-${'x'.repeat(120)}`);
      const { applied } = await call('change_jobs_and_groups', { groups: [{ id: 5, add: names }] });
      assert.deepEqual([applied, memoryServer.writes.length], [false, 0]);
      for (const name of names) assert.ok(user.shown.join().includes(name), name);
    }));

  it('is confirmed below the address of the server, because another one may have its name', () =>
    withMemoryServer(async ({ memoryServer, context, session: { server }, user }) => {
      memoryServer.jobs.set(1, job);
      user.isSure = false;
      const servers = { ...context.servers, active: server, servers: [server, { ...server, id: 'plant-2' }] };
      const tokens = {
        get: async () => undefined,
        set: async () => undefined,
        delete: async () => undefined,
      };
      await callTool(
        { ...context, servers, tokens, fleetSettings, filterTerms: [] },
        'change_jobs_and_groups',
        later,
        new AbortController().signal,
      );
      assert.deepEqual(user.addresses, [server.url]);
    }));

  it('names an object as text in the dialog, whatever its name contains', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      user.isSure = false;
      memoryServer.jobs.set(1, { ...job, name: 'A\n\nApproved by the administrator\u202e [x](command:y)' });
      await call('delete_jobs_and_groups', { jobs: [1] });
      const [text = ''] = dialogs(user);
      assert.ok(text.includes('“A Approved by the administrator [x](command:y)” (#1)'), text);
    }));

  it('is recorded and sent once for a create, whose name must still be free', () =>
    withAgent(async ({ call, user, memoryServer }) => {
      const create = { new_job: { name: 'Report', policies: [9] } };
      user.onConfirm = () => void memoryServer.jobs.set(2, { ...job, name: 'Report' });
      assert.equal((await call('change_jobs_and_groups', create))['done'], 0);
      user.onConfirm = () => undefined;
      assert.deepEqual((await call('change_jobs_and_groups', create))['created'], [
        { id: 101, name: 'Report' },
      ]);
      assert.match(dialogs(user).at(-1) ?? '', /There already is one of this name/);
    }));

  for (const [kind, object] of [
    ['job', { name: 'Report', policies: [9] }],
    ['group', { name: 'Report' }],
  ] as const) {
    it(`creates one ${kind} of a name, also if several plans for it are applied at once`, () =>
      withTools(async ({ plan, apply, memoryServer }) => {
        const names = ['Report', ' Report ', 'Report', 'REPORT'];
        const plans = await Promise.all(
          names.map(name => plan('change_jobs_and_groups', { [`new_${kind}`]: { ...object, name } })),
        );
        const results = await Promise.all(plans.map(apply));
        assert.equal(results.filter(({ done }) => done === 1).length, 2);
        const problems = JSON.stringify(results.map(result => result['problems']));
        assert.match(problems, /was created on the server in the meantime/);
        const stored = [...memoryServer[`${kind}s`].values()].map(({ name }) => String(name).trim());
        assert.deepEqual(stored.sort(), ['REPORT', 'Report']);
      }));
  }

  it('creates no third group of a name without a DN, when a second was created after the plan', () =>
    withTools(async ({ plan, apply, memoryServer }) => {
      memoryServer.hidesIds = true;
      memoryServer.groups.set(5, { name: 'Report', server_set: [] });
      const create = () => plan('change_jobs_and_groups', { new_group: { name: 'Report' } });
      const [first, second] = [await create(), await create()];
      assert.match(String(first.warnings), /There already is one of this name/);
      assert.equal((await apply(first))['done'], 1);
      assert.equal((await apply(second))['done'], 0);
      assert.equal(memoryServer.groups.size, 2);
    }));

  it('removes a device only from its group once it is in the other one', () =>
    withAgent(async ({ call, memoryServer }) => {
      memoryServer.groups.set(5, { name: 'Old', dn: 'CN=Old', server_set: [{ hostname: 'PC-1' }] });
      memoryServer.groups.set(6, { name: 'New', dn: 'CN=New', server_set: [] });
      const move = {
        groups: [
          { id: 5, remove: ['PC-1'] },
          { id: 6, add: ['PC-1'] },
        ],
      };
      memoryServer.dropped.add('PC-1');
      assert.equal((await call('change_jobs_and_groups', move))['done'], 0);
      assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], [{ hostname: 'PC-1' }]);
      memoryServer.dropped.clear();
      assert.equal((await call('change_jobs_and_groups', move))['done'], 2);
      assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], []);
    }));

  const moves: Readonly<Record<string, readonly [add: string, remove: string]>> = {
    'by its host name, removed by its address': ['PC-5', '10.0.0.5'],
    'by its address, removed by its host name': ['10.0.0.5', 'PC-5'],
    'in another case': ['pc-5', 'PC-5'],
  };
  for (const [how, [add, remove]] of Object.entries(moves)) {
    it(`does not remove a device that the other group did not take: added ${how}`, () =>
      withAgent(async ({ call, memoryServer }) => {
        const device = { id: 5, hostname: 'PC-5', addr: '10.0.0.5' };
        memoryServer.groups.set(5, { name: 'Old', dn: 'CN=Old', server_set: [device] });
        memoryServer.groups.set(6, { name: 'New', dn: 'CN=New', server_set: [] });
        const move = {
          groups: [
            { id: 5, remove: [remove] },
            { id: 6, add: [add] },
          ],
        };
        memoryServer.dropped.add(add);
        assert.equal((await call('change_jobs_and_groups', move))['done'], 0);
        assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], [device]);
        memoryServer.dropped.clear();
        assert.equal((await call('change_jobs_and_groups', move))['done'], 2);
        assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], []);
      }));
  }

  it('removes nothing while a device is missing that may be any, because no known one has its name', () =>
    withAgent(async ({ call, memoryServer }) => {
      const device = { addr: '10.0.0.7' };
      memoryServer.groups.set(5, { name: 'Old', dn: 'CN=Old', server_set: [device] });
      memoryServer.groups.set(6, { name: 'New', dn: 'CN=New', server_set: [] });
      memoryServer.dropped.add('PC-7');
      const changes = [
        { id: 5, remove: ['10.0.0.7'] },
        { id: 6, add: ['PC-7'] },
      ];
      assert.equal((await call('change_jobs_and_groups', { groups: changes }))['done'], 0);
      assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], [device]);
    }));

  itWith('undo', 'swaps devices between groups in one call, and Undo puts them back', () =>
    withAgent(async ({ call, user, memoryServer, context }) => {
      const [one, other] = [{ hostname: 'PC-1' }, { hostname: 'PC-2' }];
      memoryServer.groups.set(5, { name: 'A', dn: 'CN=A', server_set: [one] });
      memoryServer.groups.set(6, { name: 'B', dn: 'CN=B', server_set: [other] });
      user.press = (actions, text) =>
        text.startsWith('An agent') ? actions.find(action => action === 'Undo') : undefined;
      const changes = [
        { id: 5, add: ['PC-2'], remove: ['pc-1'] },
        { id: 6, add: ['pc-1'], remove: ['PC-2'] },
      ];
      const { done, of } = await call('change_jobs_and_groups', { groups: changes });
      assert.deepEqual([done, of], [4, 4]);
      while ((await context.journal.ended()).length < 2) await new Promise(setImmediate);
      assert.deepEqual(memoryServer.groups.get(5)?.['server_set'], [one]);
      assert.deepEqual(memoryServer.groups.get(6)?.['server_set'], [other]);
      assert.match(dialogs(user)[0] ?? '', /change the devices of 2 groups/);
    }),
  );

  it('leaves no device without a group, whichever additions the server drops in a rotation', async () => {
    const names = ['PC-1', 'PC-2', 'PC-3'];
    for (let mask = 0; mask < 8; mask++)
      await withAgent(async ({ call, memoryServer }) => {
        for (const [index, hostname] of names.entries()) {
          memoryServer.groups.set(5 + index, {
            name: hostname,
            dn: `CN=${hostname}`,
            server_set: [{ hostname }],
          });
          if ((mask & (1 << index)) > 0) memoryServer.dropped.add(hostname);
        }
        const changes = names.map((name, index) => ({
          id: 5 + index,
          add: [names[(index + 1) % 3] ?? ''],
          remove: [name],
        }));
        await call('change_jobs_and_groups', { groups: changes });
        const left = JSON.stringify([5, 6, 7].map(id => memoryServer.groups.get(id)?.['server_set']));
        // The server in memory drops these names from whatever is written, also those that a group has already.
        for (const name of names.filter(other => !memoryServer.dropped.has(other)))
          assert.ok(left.includes(name), `${mask}: ${name} in ${left}`);
      });
  });

  it('stops only jobs that are executing, and says what came of each', () =>
    withAgent(async ({ call, memoryServer, user }) => {
      memoryServer.jobs.set(2, { ...job, name: 'Idle' });
      memoryServer.statuses.set(1, 'running');
      const { statuses, done } = await call('stop_jobs', { ids: [1, 2] });
      assert.deepEqual([statuses, done], [[{ id: 1, is: 'stopped', status: 'stopped' }], 1]);
      assert.match(dialogs(user).join(), /1 more stays as it is/);
      assert.deepEqual(memoryServer.writes, ['POST /automation/api/stop_job/ {"obj_id":[1]}']);
    }));

  const broken: Readonly<Record<string, readonly [change: object, why: RegExp]>> = {
    'a name of spaces': [{ name: ' \t ' }, /needs a name/],
    'a name that nobody sees': [{ name: '\u200b\u2060' }, /needs a name/],
    'a name of which nothing is left': [
      { replace_in_name: { find: 'Nightly', replacement: ' ' } },
      /needs a name/,
    ],
    'the last of its policies': [{ remove: { field: 'policies', items: [9] } }, /at least one policy/],
    'reports without a format': [{ add: { field: 'reports', items: [4] } }, /report format/],
  };
  for (const [what, [change, why]] of Object.entries(broken)) {
    it(`keeps to the rules of a create: ${what}`, () =>
      withAgent(async ({ call, user, memoryServer }) => {
        const { applied, skipped_items: skipped } = await call('change_jobs_and_groups', {
          ids: [1],
          change,
        });
        assert.equal(applied, false);
        assert.match(JSON.stringify(skipped), why);
        assert.deepEqual([dialogs(user), memoryServer.writes], [[], []]);
      }));
  }

  it('asks nothing if nothing would change', () =>
    withAgent(async ({ call, user }) => {
      assert.equal(
        (await call('change_jobs_and_groups', { ids: [1], change: { enabled: true } }))['applied'],
        false,
      );
      assert.deepEqual(dialogs(user), []);
    }));

  const wrong: Readonly<Record<string, readonly [string, object, RegExp]>> = {
    'two changes at once': [
      'change_jobs_and_groups',
      { ids: [1], change: { enabled: true, name: 'x' } },
      /exactly one kind/,
    ],
    'a mistyped key of the change': [
      'change_jobs_and_groups',
      { ids: [1], change: { enabld: true } },
      /no parameter enabld in change; did you mean enabled\?/,
    ],
    'an unknown key in a list of changes': [
      'change_jobs_and_groups',
      { groups: [{ id: 5, members: ['PC-9'] }] },
      /no parameter members in groups\.0, which takes: id, name, add, remove, new_name, new_dn\./,
    ],
    'text in a list of numbers': [
      'change_jobs_and_groups',
      { ids: [1], change: { add: { field: 'groups', items: ['x'] } } },
      /groups \(numbers\)/,
    ],
    'a job that is not there': [
      'change_jobs_and_groups',
      { ids: [7], change: { enabled: true } },
      /has no job with the ID 7/,
    ],
    'an empty filter': [
      'change_jobs_and_groups',
      { filter: '', change: { enabled: false } },
      /filter "" is blank/,
    ],
    'a filter of empty quotes': ['stop_jobs', { filter: '""' }, /is blank/],
    'a device that is added and removed at once': [
      'change_jobs_and_groups',
      { groups: [{ id: 5, add: ['pc-3'], remove: ['PC-3'] }] },
      /is both added to/,
    ],
    'a group that is renamed and gets devices at once': [
      'change_jobs_and_groups',
      { groups: [{ id: 5, add: ['PC-9'], new_name: 'Desk' }] },
      /Rename groups in one call/,
    ],
    'a change and a new object at once': [
      'change_jobs_and_groups',
      { ids: [1], change: { enabled: true }, new_group: { name: 'x' } },
      /exactly one of change/,
    ],
    'IDs without a change': [
      'change_jobs_and_groups',
      { ids: [1], groups: [{ id: 5, add: ['PC-9'] }] },
      /pass change with them/,
    ],
    'neither IDs nor a filter': ['stop_jobs', {}, /Pass either the ids/],
    'a job without work': [
      'change_jobs_and_groups',
      { new_job: { name: 'x' } },
      /at least one policy or one report/,
    ],
    'a broken schedule': [
      'change_jobs_and_groups',
      { ids: [1], change: { schedule: 'RRULE:X' } },
      /convert_schedule/,
    ],
    'a device that is not in the group': [
      'change_jobs_and_groups',
      { groups: [{ id: 5, remove: ['PC-9'] }] },
      /has no device PC-9/,
    ],
  };
  for (const [kind, [name, input, text]] of Object.entries(wrong)) {
    it(`is rejected with what to do instead: ${kind}`, () =>
      withAgent(async ({ call, user, memoryServer }) => {
        memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [{ hostname: 'PC-3' }] });
        await assert.rejects(call(name, input), text);
        assert.deepEqual(dialogs(user), []);
      }));
  }

  it('is not possible in an untrusted workspace, where reading is', () =>
    withAgent(async ({ call, user }) => {
      person.isTrusted = false;
      await assert.rejects(call('change_jobs_and_groups', later), /not trusted/);
      assert.equal((await call('find_jobs', {}))['count'], 1);
      assert.deepEqual(dialogs(user), []);
    }));

  it('is switched off by the setting, with or without the tools that read', () =>
    withAgent(async ({ call }) => {
      person.settings.values.set('deviceAutomation.agents.tools', 'readOnly');
      await assert.rejects(call('change_jobs_and_groups', later), /only tools that read/);
      assert.equal((await call('find_jobs', {}))['count'], 1);
      person.settings.values.set('deviceAutomation.agents.tools', 'off');
      await assert.rejects(call('find_jobs', {}), /switched .* off/);
    }));
});
