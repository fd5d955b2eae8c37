import * as assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import {
  type ExpiringText,
  ScheduleOutlook as Outlook,
  type ScheduleOutlook,
} from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { ScheduleRows } from '../../../src/workbench/trees/scheduleRows.ts';
import { createManualClock } from '../../support/manualClock.ts';

const nowMs = Date.UTC(2026, 10, 20, 12, 0);
const minuteMs = 60_000;

/** Slices end when the test says so, and each text takes the given number of milliseconds. */
function setup(outlook: Pick<ScheduleOutlook, 'row'>, costMs = 1, rowsSent?: () => Promise<void>) {
  const clock = createManualClock(nowMs);
  let steady = 0;
  const turns: (() => void)[] = [];
  const changes: string[][] = [];
  const counting = {
    row(text: string, atMs: number): ExpiringText {
      steady += costMs;
      return outlook.row(text, atMs);
    },
  };
  const rows = new ScheduleRows({
    outlook: counting,
    clock: { ...clock, steadyMs: () => steady },
    yieldToHost: () => new Promise(resolve => turns.push(resolve)),
    onChanged: schedules => changes.push([...schedules]),
    ...(rowsSent === undefined ? {} : { rowsSent }),
  });
  const endTurn = async () => {
    for (const end of turns.splice(0)) end();
    for (let count = 0; count < 5; count++) await Promise.resolve();
  };
  return { rows, clock, turns, changes, endTurn };
}

const outlook = new Outlook({
  serverZone: undefined,
  readerZone: 'Europe/Berlin',
  localizer: englishLocalizer,
});

const every = (step: string, minute: number) =>
  `DTSTART:20261101T00${String(minute).padStart(2, '0')}00Z\nRRULE:FREQ=${step}`;

describe('the descriptions of schedules in rows', () => {
  it('are available at once for the visible rows', () => {
    const { rows } = setup(outlook);
    assert.equal(rows.text(every('HOURLY', 30)), 'in 30 min');
    assert.equal(rows.text(every('DAILY', 30)), 'Sat 01:30');
    assert.equal(rows.text(''), 'No schedule');
  });

  it('are refreshed within the hour when the clock is set back', async () => {
    const { rows, clock, endTurn } = setup(outlook);
    const text = every('DAILY', 30);
    assert.equal(rows.text(text), 'Sat 01:30');
    clock.set(-20 * 60 * minuteMs);
    clock.advance(61 * minuteMs);
    for (let turn = 0; turn < 3; turn++) await endTurn();
    assert.equal(rows.text(text), 'in 7 h');
  });

  it('come later for the others, in slices, and are reported once', async () => {
    const { rows, endTurn, changes, turns } = setup(outlook, 5);
    const texts = Array.from({ length: 9 }, (_, minute) => every('HOURLY', minute));
    const first = texts.map(text => rows.text(text));
    assert.deepEqual(first.filter(text => text === '').length, 6, 'three fit into the turn');
    for (let turn = 0; turn < 2; turn++) await endTurn();
    assert.deepEqual(changes, [], 'two fit into a slice');
    await endTurn();
    assert.deepEqual([changes, turns.length], [[texts.slice(3)], 0]);
    assert.ok(texts.every(text => rows.text(text) !== ''));
  });

  it('come after the first rows of a window, and then at once', async () => {
    let send: () => void = () => undefined;
    const sent = new Promise<void>(resolve => {
      send = resolve;
    });
    const { rows, endTurn, changes } = setup(outlook, 1, () => sent);
    const text = every('HOURLY', 30);
    assert.equal(rows.text(text), '');
    await endTurn();
    assert.deepEqual([rows.text(text), changes], ['', []], 'VS Code does not have the rows');
    send();
    for (let turn = 0; turn < 3; turn++) await endTurn();
    assert.deepEqual([rows.text(text), changes], ['in 30 min', [[text]]]);
    assert.equal(rows.text(every('DAILY', 30)), 'Sat 01:30');
  });

  it('are refreshed when they expire, by one timer', async () => {
    const { rows, clock, endTurn, changes } = setup(outlook);
    const soon = every('HOURLY', 5);
    const later = every('HOURLY', 40);
    rows.text(later);
    rows.text(soon);
    await endTurn();
    assert.equal(clock.pending, 1);
    clock.advance(minuteMs);
    await endTurn();
    assert.deepEqual(changes, [[later, soon]]);
    assert.equal(rows.text(soon), 'in 4 min');
    clock.advance(5 * minuteMs);
    await endTurn();
    assert.equal(rows.text(soon), 'in 59 min');
    assert.equal(clock.pending, 1);
  });

  it('are computed again only when they expire, and reported only when they differ', async () => {
    const made: string[] = [];
    let text = 'old';
    /** A schedule is the number of seconds for which its text is valid. */
    const row = (seconds: string, atMs: number): ExpiringText => {
      made.push(seconds);
      return { text, freshUntilMs: atMs + Number(seconds) * 1_000 };
    };
    const { rows, clock, endTurn, changes } = setup({ row });
    for (const seconds of ['60', '30', '50']) rows.text(seconds);
    made.length = 0;
    const madeAfter = async (ms: number) => {
      clock.advance(ms);
      await endTurn();
      return made.splice(0);
    };
    assert.deepEqual([await madeAfter(30_000), await madeAfter(1)], [[], ['30']]);
    text = 'new';
    assert.deepEqual([await madeAfter(19_999), changes], [[], []]);
    assert.deepEqual([await madeAfter(1), changes, clock.pending], [['50'], [['50']], 1]);
  });

  it('are checked four times a minute at most', async () => {
    let made = 0;
    const row = (_: string, atMs: number): ExpiringText => {
      made += 1;
      return { text: String(made), freshUntilMs: atMs + 1_000 };
    };
    const { rows, clock, endTurn } = setup({ row });
    rows.text('a');
    for (const [ms, count] of [
      [14_999, 1],
      [1, 2],
      [14_999, 2],
      [1, 3],
    ] as const) {
      clock.advance(ms);
      await endTurn();
      assert.equal(made, count);
    }
  });

  it('leave no timer running, and report nothing more', async () => {
    const { rows, clock, endTurn, changes } = setup(outlook, 20);
    rows.text(every('HOURLY', 5));
    assert.equal(rows.text(every('HOURLY', 6)), '', 'it waits');
    rows.dispose();
    await endTurn();
    assert.deepEqual([clock.pending, changes], [0, []]);
    setup(outlook).rows.dispose();
  });
});
