import assert from 'node:assert/strict';
import type { StatusKind } from '../../../../src/api/model/jobStatus.ts';
import type { StopOutcome } from '../../../../src/store/statuses/stopFollower.ts';
import type { JobBeforeStop, StopResult } from '../../../../src/workbench/commands/jobs/stopJobs.ts';
import type { ReportSource } from '../../../../src/workbench/reports/reports.ts';
import { job } from '../../../store/support/fakes.ts';
import { FakePerson } from '../support/memoryServer.ts';

const { notifyOfStop } = await import('../../../../src/workbench/commands/jobs/stopJobs.ts');

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
  await notifyOfStop({ dialogs: user.dialogs, reports, runActions: [] }, { ...accepted, ...result });
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

  it('distinguishes idle jobs from those with an unknown status word', async () => {
    const { notices } = await notified({
      before: [jobWith(1, 'idle'), jobWith(2, 'unknown', 'odd'), jobWith(3, 'queued', ''), jobWith(4)],
    });
    const text =
      'Stop requested, if executing: “Job 2 (odd)”. ' +
      'Not executing, so not affected: “Job 1 (idle)” and “Job 3 (no status)”.';
    assert.deepEqual(notices, [['info', text]]);
  });

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
