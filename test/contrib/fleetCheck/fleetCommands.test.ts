import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { responseSlices } from '../../../src/base/slices.ts';
import type { FleetChoices } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import type { Suppression } from '../../../src/contrib/fleetCheck/common/suppressions.ts';
import { existing } from '../../support/http/clients.ts';
import { partialOf } from '../../support/partialOf.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const vscode = await import('../../support/vscode/vscodeFake.ts');
const { fleetCommands } = await import('../../../src/contrib/fleetCheck/vscode/fleetCommands.ts');
const { FleetFindings } = await import('../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');
const { FleetChecker } = await import('../../../src/contrib/fleetCheck/common/fleetChecker.ts');
const { fleetOfSession } = await import('../../../src/contrib/fleetCheck/common/fleetSources.ts');

type FleetCommand = keyof typeof fleetCommands;

interface Setup extends Given {
  readonly run: (id: FleetCommand, ...args: readonly unknown[]) => Promise<void>;
  readonly suppressed: Suppression[];
}

/** A server with a job that has reports without formats, and no targets; it is checked by `fleet.check`. */
function withFleet(use: (setup: Setup) => Promise<void>): Promise<void> {
  return withMemoryServer(async given => {
    const { context, session, memoryServer } = given;
    memoryServer.jobs.set(1, { name: 'Nightly', reports: [1], run_on_start: true });
    const findings = new FleetFindings();
    const suppressed: Suppression[] = [];
    const choices: FleetChoices = { severities: new Map(), suppressions: [] };
    const check = async () => {
      const surroundings = {
        outlook: context.schedules.of(session.server),
        readerZone: 'UTC',
        localizer: englishLocalizer,
        nowMs: Date.now(),
      };
      const fleet = fleetOfSession(session, surroundings);
      const result = await new FleetChecker().check(fleet, choices, responseSlices());
      findings.set('plant', result);
      return result;
    };
    const whole = partialOf<Parameters<(typeof fleetCommands)['deviceAutomation.fleet.fix']>[0]>({
      ...context,
      fleet: {
        findings,
        check,
        clear: async id => findings.set(id, undefined),
        suppress: async (_, suppression) => void suppressed.push(suppression),
      },
    });
    const run = async (id: FleetCommand, ...args: readonly unknown[]) => fleetCommands[id](whole, args);
    await use({ ...given, run, suppressed });
  });
}

const row = { kind: 'job', serverId: 'plant', jobId: 1 };

describe('Check Fleet', () => {
  it('reads the lists, and says what was found with a way to the problems and the report', () =>
    withFleet(async ({ run, user }) => {
      const ran: string[] = [];
      vscode.user.ran = id => ran.push(id);
      user.press = actions => actions[0];
      await run('deviceAutomation.fleet.check');
      assert.deepEqual(
        user.messages.map(({ text, actions }) => [text, ...actions]),
        [['“Plant”: 2 findings: 1 error, 1 warning. Jobs: 1, groups: 0.', 'Show Problems', 'Show Report']],
      );
      assert.deepEqual(ran, ['workbench.actions.view.problems']);
      vscode.user.ran = () => undefined;
      user.press = actions => actions[1];
      await run('deviceAutomation.fleet.check', 'plant');
      const [report = ''] = user.shown;
      assert.match(report, /^ {4}Nightly \(#1\): The job has reports, but no report format\.$/m);
      assert.match(report, /^Not judged, because no runs were recorded: .*not-seen/m);
      assert.match(report, /^ {2}no-target: 1$/m);
    }));
});

describe('Fix or Suppress Finding', () => {
  it('fixes what a rule found on a row, with the preview of any change', () =>
    withFleet(async ({ run, user, memoryServer }) => {
      await run('deviceAutomation.fleet.check');
      user.pick = title => (title === 'Fix or Suppress Finding' ? '1' : 'fix');
      user.review = async ({ choices }) => choices.map(({ value }) => value);
      await run('deviceAutomation.fleet.fix', row);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"enabled":false}']);
      assert.deepEqual(user.lists[0], [
        'Nightly (#1) | report-without-format | The job has reports, but no report format.',
        'Nightly (#1) | no-target | The job has no targets, so it runs on nothing.',
      ]);
    }));

  it('asks for the formats that a problem in an open document lacks', () =>
    withFleet(async ({ run, user, memoryServer }) => {
      await run('deviceAutomation.fleet.check');
      user.pickMany = (_, values) => values.filter(value => value === 'csv');
      user.review = async ({ choices }) => choices.map(({ value }) => value);
      const problem = { server: 'plant', kind: 'job', id: 1, rule: 'report-without-format', act: 'fix' };
      await run('deviceAutomation.fleet.fix', problem);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"report_formats":["csv"]}']);
    }));

  /** What others change of a job or its groups after the fleet was checked. */
  const changes: Readonly<
    Record<string, readonly [rule: string, job: object, change: (given: Given) => void]>
  > = {
    'Disable Job of a job that got devices': [
      'no-target',
      {},
      ({ memoryServer }) => set(memoryServer, { peers: [{ hostname: 'PC-1' }] }),
    ],
    'Disable Job of a job that got a group': [
      'no-target',
      {},
      ({ memoryServer }) => set(memoryServer, { groups: [7] }),
    ],
    'Disable Job of an ended job that got another schedule': [
      'ended',
      { run_on_start: false, peers: [{ hostname: 'PC-1' }], params: 'DTSTART:20200101T000000Z' },
      ({ memoryServer }) => set(memoryServer, { params: 'DTSTART:20990101T000000Z' }),
    ],
    'Remove Devices of a job whose group has lost them': [
      'device-twice',
      { peers: [{ hostname: 'PC-7' }], groups: [7] },
      ({ memoryServer }) => void memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: [] }),
    ],
    'Remove Devices of a job that lost its group': [
      'device-twice',
      { peers: [{ hostname: 'PC-7' }], groups: [7] },
      ({ memoryServer }) => set(memoryServer, { groups: [] }),
    ],
    'Remove Devices of a job whose group was deleted': [
      'device-twice',
      { peers: [{ hostname: 'PC-7' }], groups: [7] },
      ({ memoryServer }) => void memoryServer.groups.delete(7),
    ],
    'Remove Formats of a job that got a report': [
      'format-without-report',
      { reports: [], policies: [1], report_formats: ['csv'] },
      ({ memoryServer }) => set(memoryServer, { reports: [3] }),
    ],
    'Choose Formats of a job that got formats': [
      'report-without-format',
      {},
      ({ memoryServer }) => set(memoryServer, { report_formats: ['html'] }),
    ],
    'a fix of a job that was deleted': [
      'no-target',
      {},
      ({ memoryServer }) => void memoryServer.jobs.delete(1),
    ],
    'a fix of an ID that belongs to another job': [
      'no-target',
      {},
      ({ memoryServer }) =>
        void memoryServer.jobs.set(1, { name: 'Weekly', policies: [9], peers: [{ hostname: 'A' }] }),
    ],
  };
  const set = ({ jobs }: Given['memoryServer'], fields: object) =>
    void jobs.set(1, { ...existing(jobs.get(1)), ...fields });

  for (const [title, [rule, fields, change]] of Object.entries(changes))
    for (const isLate of [false, true])
      it(`sends nothing for ${title}, ${isLate ? 'while the preview was open' : 'since the check'}`, () =>
        withFleet(async given => {
          const { run, user, memoryServer } = given;
          memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: [{ hostname: 'PC-7' }] });
          set(memoryServer, fields);
          await run('deviceAutomation.fleet.check');
          user.pickMany = (_, values) => values.slice(0, 1);
          user.review = ({ choices }) => {
            if (isLate) change(given);
            return choices.map(({ value }) => value);
          };
          if (!isLate) change(given);
          await run('deviceAutomation.fleet.fix', { server: 'plant', kind: 'job', id: 1, rule, act: 'fix' });
          assert.deepEqual(memoryServer.writes, []);
          assert.match(user.of('info').at(-1) ?? '', /no longer as the fleet check found it|does not exist/);
        }));

  it('suppresses a finding with a reason and a last day', () =>
    withFleet(async ({ run, user, suppressed }) => {
      await run('deviceAutomation.fleet.check');
      user.pick = title => (title === 'Fix or Suppress Finding' ? '1' : 'suppress');
      user.type = () => (user.of('input').length === 0 ? ' new computers ' : '2027-01-31');
      await run('deviceAutomation.fleet.fix');
      const object = { kind: 'job', id: 1, name: 'Nightly' };
      assert.deepEqual(suppressed, [
        { rule: 'no-target', object, reason: 'new computers', until: '2027-01-31' },
      ]);
      user.type = () => (user.of('input').length % 2 === 0 ? 'why' : '2027-02-31x');
      await run('deviceAutomation.fleet.fix', row);
      assert.equal(suppressed.length, 1);
    }));

  it('says where to begin if nothing was found', () =>
    withFleet(async ({ run, user }) => {
      await run('deviceAutomation.fleet.fix', row);
      assert.match(user.of('info')[0] ?? '', /Run “Check Fleet”/);
    }));
});
