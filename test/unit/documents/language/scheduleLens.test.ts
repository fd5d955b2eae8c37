import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import '../../../support/vscode/vscodeInNode.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const { Uri } = await import('../../../support/vscode/vscodeFake.ts');
const { ScheduleLens } = await import('../../../../src/documents/language/scheduleLens.ts');
const { Schedules } = await import('../../../../src/servers/schedules.ts');

const nowMs = Date.UTC(2026, 10, 20, 12, 0);

function documentOf(params: string): vscode.TextDocument {
  return Object.create({
    uri: Uri.parse('device-automation://own/jobs/1/Nightly.job.json'),
    getText: () => JSON.stringify({ params }),
    positionAt: (offset: number) => offset,
  });
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
