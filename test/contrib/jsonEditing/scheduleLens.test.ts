import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { JobLensParts } from '../../../src/contrib/jsonEditing/vscode/jobLenses.ts';
import { createManualClock } from '../../support/manualClock.ts';

const { createDocuments } = await import('../../workbench/documents/support/setup.ts');
const { Position } = await import('vscode');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { JobLenses } = await import('../../../src/contrib/jsonEditing/vscode/jobLenses.ts');
const { Emitter } = await import('../../../src/base/emitter.ts');
const { Schedules } = await import('../../../src/workbench/servers/schedules.ts');

const nowMs = Date.UTC(2026, 10, 20, 12, 0);

function documentOf(params: string, more = {}) {
  return {
    uri: objectUri('own', 'job', 1, 'Nightly'),
    getText: () => JSON.stringify({ params, ...more }),
    positionAt: (offset: number) => new Position(0, offset),
  };
}

type Session = NonNullable<ReturnType<JobLensParts['sessions']['get']>>;

function createLenses(clock = createManualClock(nowMs)) {
  const { documents } = createDocuments();
  const sessions = { get: () => undefined, onDidChangeObjects: new Emitter<Session>().event };
  const notices = { note: async () => undefined };
  return new JobLenses({ sessions, documents, notices, schedules: new Schedules(), clock });
}

describe('the line above a schedule in JSON', () => {
  it('is refreshed when the next run passes, even when another job with a later run is open', async () => {
    const clock = createManualClock(nowMs);
    const lens = createLenses(clock);
    let refreshes = 0;
    lens.onDidChangeCodeLenses(() => {
      refreshes += 1;
    });
    const soon = documentOf('DTSTART:20261101T000500Z\nRRULE:FREQ=HOURLY');
    const late = documentOf('DTSTART:20270101T000000Z\nRRULE:FREQ=YEARLY');
    await lens.provideCodeLenses(soon);
    await lens.provideCodeLenses(late);
    clock.advance(45_000);
    assert.equal(refreshes, 1);
    await lens.provideCodeLenses(soon);
    await lens.provideCodeLenses(late);
    clock.advance(60_000);
    assert.equal(refreshes, 2);
    lens.dispose();
    assert.equal(clock.pending, 0);
  });

  it('says when a disabled job would run, not that it will', async () => {
    const lens = createLenses();
    const document = documentOf('DTSTART:20261101T000500Z\nRRULE:FREQ=DAILY', { enabled: false });
    const [{ command } = assert.fail('there is one')] = await lens.provideCodeLenses(document);
    assert.match(command?.title ?? '', / Would run: .*\.$/);
    assert.doesNotMatch(command?.title ?? '', /Next run/);
  });

  it('describes the schedule and its next run, at the range of its text', async () => {
    const clock = createManualClock(nowMs);
    const lens = createLenses(clock);
    const document = documentOf('DTSTART:20261101T000500Z\nRRULE:FREQ=DAILY');
    const [{ range, command } = assert.fail('there is one')] = await lens.provideCodeLenses(document);
    assert.match(command?.title ?? '', /^Every day.* Next run: .*\.$/);
    assert.equal(command?.command, '');
    assert.deepEqual(
      document.getText().slice(range.start.character, range.end.character),
      JSON.stringify('DTSTART:20261101T000500Z\nRRULE:FREQ=DAILY'),
    );
    const ended = await lens.provideCodeLenses(documentOf('DTSTART:20200101T000000Z'));
    assert.equal(ended[0]?.command?.title, 'No runs.');
    lens.dispose();
  });
});
