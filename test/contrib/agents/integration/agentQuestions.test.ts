import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../../src/base/clock.ts';
import { isRecord, listOf } from '../../../../src/base/json.ts';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { stateFolder } from '../../../../src/base/privateFiles.ts';
import { connectTo } from '../../../../src/cli/cliConnection.ts';
import { answer } from '../../../../src/contrib/agents/common/answer.ts';
import { planResult } from '../../../../src/contrib/agents/common/changePlan.ts';
import type { Fleet } from '../../../../src/contrib/agents/common/fleet.ts';
import { toolNamed } from '../../../../src/contrib/agents/common/toolTable.ts';
import { ScheduleOutlook } from '../../../../src/recurrence/describe/scheduleOutlook.ts';
import { startDemoServer } from '../../../demo/server.ts';
import { filterTerms } from '../../../house/support/filterTerms.ts';
import { createManualClock } from '../../../support/manualClock.ts';

/** A Wednesday. */
const nowMs = Date.UTC(2026, 2, 4, 12);

type Result = Readonly<Record<string, unknown>>;
type Call = (name: string, input: object) => Promise<Result>;

function numberOf(value: unknown): number {
  assert.ok(typeof value === 'number', String(value));
  return value;
}

/** A property of the first row in a list. */
function first(rows: unknown, property: string): unknown {
  const [row] = listOf(rows);
  assert.ok(isRecord(row), 'there is a row');
  return row[property];
}

/** Everyday questions, with the calls that answer them. Each resolves with the answer. */
const questions: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  'How many jobs failed, and which?': async call => {
    const { count, jobs } = await call('find_jobs', { filter: '@failed' });
    return `${numberOf(count)}, such as ${String(first(jobs, 'name'))}`;
  },
  'Which jobs run tonight between 22:00 and 06:00?': async call => {
    const { count } = await call('find_jobs', {
      runs_from: '2026-03-04T22:00',
      runs_to: '2026-03-05T06:00',
      sort: 'nextRun',
    });
    return `${numberOf(count)}`;
  },
  'Which of them clash on a device?': async call => {
    const { clashes } = await call('list_runs', {
      runs: 'planned',
      from: '2026-03-04T22:00',
      to: '2026-03-05T06:00',
      only_clashes: true,
    });
    return `${numberOf(clashes)} clashes`;
  },
  'When does job 1 run next, and on how many devices?': async call => {
    const { sentence, next_runs: next, reach } = await call('read_job', { id: 1 });
    assert.ok(isRecord(reach));
    return `${String(sentence)} ${listOf(next).length} runs, ${numberOf(reach['devices'])} devices`;
  },
  'Which jobs reach the devices of the biggest group?': async call => {
    const { groups } = await call('find_groups_and_devices', { sort: 'size', limit: 1 });
    const { jobs_count: count } = await call('find_groups_and_devices', {
      id: first(groups, 'id'),
      limit: 5,
    });
    return `${numberOf(count)} jobs`;
  },
  'In which groups is this device, and what runs on it?': async call => {
    const { groups } = await call('find_groups_and_devices', { sort: 'size', limit: 1 });
    const { devices } = await call('find_groups_and_devices', { id: first(groups, 'id'), limit: 1 });
    const { groups_count: inGroups, jobs_count: jobs } = await call('find_groups_and_devices', {
      device: first(devices, 'host'),
    });
    return `${numberOf(inGroups)} groups, ${numberOf(jobs)} jobs`;
  },
  'Which jobs are disabled and still have a schedule?': async call => {
    const { count } = await call('find_jobs', { filter: '@disabled @scheduled' });
    return `${numberOf(count)}`;
  },
  'What does RRULE:FREQ=MONTHLY;BYDAY=-1FR mean?': async call => {
    const { sentence } = await call('convert_schedule', {
      schedule: 'DTSTART:20260101T040000\nRRULE:FREQ=MONTHLY;BYDAY=-1FR',
    });
    return String(sentence);
  },
  'Move tonight’s updates two hours later: what would change?': async call => {
    const { jobs } = await call('find_jobs', {
      filter: 'update',
      runs_from: '2026-03-04T22:00',
      runs_to: '2026-03-05T06:00',
    });
    const ids = listOf(jobs).map(row => (isRecord(row) ? row['id'] : undefined));
    const { will_change: count } = await call('change_jobs_and_groups', {
      ids,
      change: { move_by_minutes: 120 },
    });
    return `${numberOf(count)} jobs`;
  },
  'Create a job that applies policy 3 to a group every Friday at 04:00: what would be created?':
    async call => {
      const { groups } = await call('find_groups_and_devices', { limit: 1 });
      const { schedule } = await call('convert_schedule', {
        every: 'week',
        weekdays: ['FR'],
        times: ['04:00'],
      });
      const { will_change: count } = await call('change_jobs_and_groups', {
        new_job: { name: 'Friday', policies: [3], groups: [first(groups, 'id')], params: schedule },
      });
      return `${numberOf(count)} job`;
    },
};

describe('ten everyday questions', () => {
  const rows: string[] = [];

  before('ask them with the tools alone, of a server with 240 jobs', async function () {
    this.timeout(60_000);
    const server = await startDemoServer({ pace: 'still', jobs: 240, clock: createManualClock(nowMs) });
    const config = { id: 'plant', name: 'Plant', url: server.url, timeZone: 'UTC' };
    const network = {
      proxies: {
        proxy: '',
        noProxy: [],
        isOn: false,
        authorization: undefined,
        strictSsl: true,
        environment: {},
      },
      useSystemCertificates: false,
    };
    const { signal } = new AbortController();
    try {
      for (const [question, ask] of Object.entries(questions)) {
        // Each question is asked of a program that knows nothing yet.
        const connection = connectTo(
          { server: config, getToken: () => server.token, network, clock: systemClock },
          () => undefined,
        );
        const outlook = new ScheduleOutlook({
          serverZone: 'UTC',
          readerZone: 'UTC',
          localizer: englishLocalizer,
        });
        const fleet: Fleet = {
          servers: [config],
          usual: config,
          session: () => connection.session,
          outlook: () => outlook,
          label: () => undefined,
          filterTerms,
          checkConnection: () => assert.fail('no question is about the connection'),
          choices: () => ({ severities: new Map(), suppressions: [] }),
          errorText: String,
          localizer: englishLocalizer,
          readerZone: 'UTC',
          nowMs: () => nowMs,
          stateFolder: stateFolder(process.env),
          idBudget: 500,
          redact: text => text,
        };
        const sizes: number[] = [];
        const call: Call = async (name, input) => {
          const tool = toolNamed(name);
          assert.ok(tool !== undefined, name);
          const run = async () =>
            tool.does === 'read'
              ? tool.run(input, { fleet, signal })
              : planResult(await tool.plan(input, { fleet, signal }));
          const result = await answer(fleet, run, signal);
          assert.ok(!result.isError, result.text);
          sizes.push(Buffer.byteLength(result.text));
          return result.value;
        };
        const answered = await ask(call);
        await connection.close();
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        rows.push(`| ${question} | ${answered} | ${sizes.length} | ${(bytes / 1_000).toFixed(1)} kB |`);
      }
    } finally {
      await server.close();
    }
  });

  it('are answered in as many calls and bytes as docs/agents.md says', () => {
    const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
    const missing = rows.filter(row => !page.includes(row));
    assert.deepEqual(missing, [], `docs/agents.md needs these rows:\n${rows.join('\n')}`);
  });
});
