import assert from 'node:assert/strict';
import type { JobBeforeStop, StopResult } from '../../../../src/commands/jobs/stopJobs.ts';
import type { StatusKind } from '../../../../src/model/jobStatus.ts';
import type { ReportSource } from '../../../../src/reports/reports.ts';
import type { StopOutcome } from '../../../../src/store/statuses/stopFollower.ts';
import { job } from '../../store/support/fakes.ts';
import { FakePerson } from '../support/memoryServer.ts';

const { isFollowed, notifyOfStop, stoppingTitle } = await import('../../../../src/commands/jobs/stopJobs.ts');

const accepted: StopResult = {
  response: { kind: 'accepted', message: '' },
  before: [],
  outcomes: [],
  problems: [],
  failure: undefined,
};

function jobWith(id: number, kind?: StatusKind, word: string = kind ?? ''): JobBeforeStop {
  const status = kind === undefined ? undefined : { word, kind, asOfMs: 0 };
  return { job: job(id, { name: `Job ${id}` }), status };
}

const outcome = (id: number, kind: StopOutcome['kind'], status: string): StopOutcome => ({
  id,
  kind,
  status,
});

async function notified(result: Partial<StopResult>) {
  const user = new FakePerson();
  const shown: ReportSource[] = [];
  user.press = ([first]) => first;
  const reports = { show: async (report: ReportSource) => void shown.push(report) };
  await notifyOfStop({ dialogs: user.dialogs, reports }, { ...accepted, ...result });
  return { notices: user.messages.map(({ kind, text, actions }) => [kind, text, ...actions]), shown };
}

describe('the notification of a stop', () => {
  it('groups the jobs by outcome', async () => {
    const { notices } = await notified({
      before: [1, 2, 3, 4, 5].map(id => jobWith(id, 'running')),
      outcomes: [
        outcome(1, 'stopped', 'stopped'),
        outcome(2, 'stopped', 'stopped'),
        outcome(3, 'ended', 'finished'),
        outcome(4, 'stillExecuting', 'running'),
        outcome(5, 'unknown', ''),
      ],
    });
    const text =
      'Stopped: “Job 1” and “Job 2”. Ended on their own: “Job 3 (finished)”. ' +
      'Still executing: “Job 4 (running)”. Status unknown: “Job 5 (no status)”.';
    assert.deepEqual(notices, [['warn', text]]);
  });

  for (const [kind, notice] of [
    ['stopped', 'info'],
    ['ended', 'info'],
    ['stillExecuting', 'warn'],
    ['unknown', 'warn'],
  ] as const)
    it(`is ${notice === 'info' ? 'no warning' : 'a warning'} when a job is ${kind}`, async () => {
      const { notices } = await notified({
        before: [jobWith(1, 'running')],
        outcomes: [outcome(1, kind, 'x')],
      });
      assert.equal(notices[0]?.[0], notice);
    });

  it('distinguishes idle jobs from those with an unknown status word', async () => {
    const { notices } = await notified({
      before: [jobWith(1, 'idle'), jobWith(2, 'unknown', 'odd'), jobWith(3, 'queued', ''), jobWith(4)],
    });
    const text =
      'Stop requested, if executing: “Job 2 (odd)”. ' +
      'Not executing, so not affected: “Job 1 (idle)” and “Job 3 (no status)”.';
    assert.deepEqual(notices, [['info', text]]);
  });

  it('ends with the message of the server', async () => {
    const response = { kind: 'accepted', message: 'OK' } as const;
    const { notices } = await notified({ response, before: [jobWith(1, 'idle')] });
    const text = 'Not executing, so not affected: “Job 1 (idle)”. Response from the server: OK';
    assert.deepEqual(notices, [['info', text]]);
  });

  it('warns when the server has none of the jobs', async () => {
    const { notices } = await notified({ response: { kind: 'noneFound', message: '' } });
    assert.deepEqual(notices, [['warn', 'None of these jobs were found on the server.']]);
  });

  it('does not appear when there is nothing to report', async () =>
    assert.deepEqual(await notified({}), { notices: [], shown: [] }));

  it('begins with the failure, and offers its report', async () => {
    const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
    const items = [{ name: 'Job 1', id: 1, is: 'failed', text: 'No.' } as const];
    const record = { time: '2026-01-01T00:00:00Z', act: 'stopJobs', server, items } as const;
    const { notices, shown } = await notified({
      failure: { text: 'A part failed.', record },
      before: [jobWith(1, 'idle')],
    });
    const text = 'A part failed. Not executing, so not affected: “Job 1 (idle)”.';
    assert.deepEqual(notices, [['warn', text, 'Show Report']]);
    assert.match((await shown[0]?.read())?.text ?? '', /1 failed[\s\S]*Job 1 \(#1\): No\./);
  });
});

describe('the progress title of a stop', () => {
  it('names a single job, and counts several', () => {
    const [one, two] = [job(1, { name: 'One' }), job(2)];
    assert.equal(stoppingTitle([one]), 'Stopping “One”');
    assert.equal(stoppingTitle([one, two]), 'Stopping 2 jobs');
  });
});

describe('a job whose status is not known before the stop', () => {
  it('is followed like an executing one', () => {
    assert.deepEqual(
      [jobWith(1), jobWith(1, 'running'), jobWith(1, 'queued'), jobWith(1, 'unknown')].map(isFollowed),
      [true, true, false, false],
    );
  });
});
