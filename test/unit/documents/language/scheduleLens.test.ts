import assert from 'node:assert/strict';
import '../../../support/vscode/vscodeInNode.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const { Position } = await import('vscode');
const { objectUri } = await import('../../../../src/documents/documentUri.ts');
const { ScheduleLens } = await import('../../../../src/documents/language/scheduleLens.ts');
const { Schedules } = await import('../../../../src/servers/schedules.ts');

const nowMs = Date.UTC(2026, 10, 20, 12, 0);

function documentOf(params: string) {
  return {
    uri: objectUri('own', 'job', 1, 'Nightly'),
    getText: () => JSON.stringify({ params }),
    positionAt: (offset: number) => new Position(0, offset),
  };
}

describe('the line above a schedule in JSON', () => {
  it('is renewed when it passes, also where another job with a later run is open', () => {
    const clock = createManualClock(nowMs);
    const lens = new ScheduleLens({ schedules: new Schedules(), server: () => undefined, clock });
    let told = 0;
    lens.onDidChangeCodeLenses(() => {
      told += 1;
    });
    const soon = documentOf('DTSTART:20261101T000500Z\nRRULE:FREQ=HOURLY');
    const late = documentOf('DTSTART:20270101T000000Z\nRRULE:FREQ=YEARLY');
    lens.provideCodeLenses(soon);
    lens.provideCodeLenses(late);
    clock.advance(45_000);
    assert.equal(told, 1);
    lens.provideCodeLenses(soon);
    lens.provideCodeLenses(late);
    clock.advance(60_000);
    assert.equal(told, 2);
    lens.dispose();
    assert.equal(clock.pending, 0);
  });
});
