import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { askChange } = await import('../../../src/contrib/changeJobs/vscode/changeQuestions.ts');

/** Two jobs with a policy in common. The lists that were offered are recorded with their titles. */
const withJobs = (
  use: (given: Given, asked: () => ReturnType<typeof askChange>, offered: string[]) => unknown,
) =>
  withMemoryServer(async given => {
    const peers = [{ hostname: 'PC-1' }, { hostname: '', addr: '10.0.0.2' }];
    given.memoryServer.jobs.set(1, { name: 'One', policies: [7, 8], peers, report_formats: ['pdf'] });
    given.memoryServer.jobs.set(2, { name: 'Two', policies: [7] });
    await given.session.jobs.whole();
    const { jobs } = given.session.jobs;
    const offered: string[] = [];
    const { user } = given;
    const dialogs: typeof user.dialogs = {
      ...user.dialogs,
      pickMany: (title, choices) => {
        offered.push(title, ...choices.map(({ label, description }) => `${label} ${description}`));
        return user.dialogs.pickMany(title, choices);
      },
    };
    const labels = { ...given.context.labels, ids: () => [7, 9], get: () => 'Baseline' };
    const asked = () => askChange({ ...given.context, dialogs, labels }, given.session, jobs);
    await use(given, asked, offered);
  });

describe('the prompt about what to add to a list', () => {
  it('accepts known IDs and typed ones, each once', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'add policies';
      user.pickOrType = { values: ['7'], typed: '#9, 10;7' };
      assert.deepEqual(await asked(), { kind: 'add', field: 'policies', items: [7, 9, 10] });
    }));

  it('accepts typed IDs that are part of a listed one', () =>
    withJobs(async ({ context, user, session }) => {
      user.pick = () => 'add groups';
      const complete: unknown[] = [];
      const pickOrType: typeof user.dialogs.pickOrType = async ({ isComplete }) => {
        complete.push(['7', '#7', 'Lab', ''].map(text => isComplete?.(text)));
        return { values: [], typed: '#7' };
      };
      const change = await askChange({ ...context, dialogs: { ...user.dialogs, pickOrType } }, session, []);
      assert.deepEqual(change, { kind: 'add', field: 'groups', items: [7] });
      assert.deepEqual(complete, [[true, true, false, false]]);
    }));

  for (const typed of ['12a', '1.5'])
    it(`does not treat “${typed}” as IDs`, () =>
      withJobs(async ({ user }, asked) => {
        user.pick = () => 'add policies';
        user.pickOrType = { values: [], typed };
        assert.equal(await asked(), undefined);
        assert.deepEqual(user.of('error'), ['An ID is a whole number.']);
      }));

  it('accepts names with spaces when the members are names', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'add report_formats';
      user.pickOrType = { values: ['pdf'], typed: 'open document, xlsx\n' };
      assert.deepEqual(await asked(), {
        kind: 'add',
        field: 'report_formats',
        items: ['pdf', 'open document', 'xlsx'],
      });
    }));

  it('accepts devices in the same way as for a group', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'add peers';
      user.pickOrType = { values: ['name:pc-1'], typed: 'PC-9' };
      assert.deepEqual(await asked(), { kind: 'add', field: 'peers', items: ['PC-1', 'PC-9'] });
    }));

  it('changes nothing when nothing is chosen', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'add policies';
      assert.equal(await asked(), undefined);
      user.pickOrType = { values: [], typed: ' ' };
      assert.equal(await asked(), undefined);
    }));
});

describe('the prompt about what to remove from a list', () => {
  it('offers what the jobs have, with the number of jobs', () =>
    withJobs(async ({ user }, asked, offered) => {
      user.pick = () => 'remove policies';
      user.pickMany = () => ['8'];
      assert.deepEqual(await asked(), { kind: 'remove', field: 'policies', items: [8] });
      const [title, seven = '', eight = ''] = offered;
      assert.equal(title, 'Remove from Policies');
      assert.match(seven, /^Baseline.* in 2 jobs$/);
      assert.match(eight, / in 1 job$/);
    }));

  it('names devices by host name, or else by address', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'remove peers';
      user.pickMany = (_, values) => values;
      assert.deepEqual(await asked(), { kind: 'remove', field: 'peers', items: ['PC-1', '10.0.0.2'] });
    }));

  it('reports that there is nothing to remove', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'remove groups';
      assert.equal(await asked(), undefined);
      assert.deepEqual(user.of('info'), ['These jobs have nothing to remove from this field.']);
      assert.deepEqual(user.of('pickMany'), []);
    }));
});

describe('the prompt about the change', () => {
  it('offers to move schedules by the span that is typed, and does so', () =>
    withJobs(async ({ user }, asked) => {
      const labels: unknown[] = [];
      user.search = async ({ search }) => {
        for (const typed of ['-2h', 'disable']) {
          const found = await search(typed, new AbortController().signal);
          labels.push(found.map(({ label }) => label));
        }
        return { value: 'span', typed: '-2h' };
      };
      assert.deepEqual(await asked(), { kind: 'moveBy', spanMs: -7_200_000 });
      assert.deepEqual(labels, [['Move Schedules 2 h Earlier'], ['Disable']]);
    }));
});

describe('the prompt about how to move schedules', () => {
  it('accepts a span of time', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'moveBy';
      user.type = () => '-30 min';
      assert.deepEqual(await asked(), { kind: 'moveBy', spanMs: -1_800_000 });
      user.type = () => 'soon';
      assert.equal(await asked(), undefined);
      assert.deepEqual(user.messages.at(-1)?.actions, ['Type a time span, for example 2h or -30 min.']);
    }));

  for (const [chosen, zone] of [
    ['own', { kind: 'named', tzid: Intl.DateTimeFormat().resolvedOptions().timeZone }],
    ['other', { kind: 'named', tzid: 'Europe/Berlin' }],
  ] as const)
    it(`accepts the time zone “${chosen}”`, () =>
      withJobs(async ({ user }, asked) => {
        user.pick = title => (title === 'Move Schedules to a Time Zone' ? chosen : 'moveToZone');
        user.type = () => ' Europe/Berlin ';
        assert.deepEqual(await asked(), { kind: 'moveToZone', zone });
      }));

  it('rejects an unknown time zone', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = title => (title === 'Move Schedules to a Time Zone' ? 'other' : 'moveToZone');
      user.type = () => 'Mars/Base';
      assert.equal(await asked(), undefined);
      assert.deepEqual(user.messages.at(-1)?.actions, ['Unknown time zone.']);
    }));
});

describe('the prompt about what to replace in names', () => {
  it('accepts a text and its replacement, which may be empty', () =>
    withJobs(async ({ user }, asked) => {
      user.pick = () => 'rename';
      const typed = ['old', ''];
      user.type = () => typed.shift();
      assert.deepEqual(await asked(), { kind: 'rename', find: 'old', replacement: '' });
    }));
});
