import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { liveFacts } = await import('../../../src/workbench/forms/formRows.ts');
const { clockTime } = await import('../../../src/base/clockFormat.ts');

const timeMs = Date.UTC(2026, 10, 22, 3);
const time = clockTime(timeMs);
const status = { word: 'executing', kind: 'running', asOfMs: timeMs, sinceMs: timeMs } as const;
const runningSoon = { nextRunMs: () => timeMs, row: () => ({ text: 'in 2 h', freshUntilMs: timeMs }) };

describe('the live status line of a job', () => {
  it('contains what the job does, since when, and its next run', () => {
    assert.deepEqual(liveFacts(status, { params: 'daily' }, runningSoon), {
      status: 'executing',
      since: `since ${time}`,
      next: 'next run in 2 h',
      isExecuting: true,
    });
  });

  it('states that the job is disabled instead of naming a next run', () => {
    assert.equal(liveFacts(status, { params: 'daily', enabled: false }, runningSoon).next, 'disabled');
  });
});
