import assert from 'node:assert/strict';
import type { ChangeNaming } from '../../../../src/commands/jobs/changeTexts.ts';
import type { ChangeObstacle, JobChange } from '../../../../src/model/jobChange.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { changeTitle, editText, fieldLines, obstacleText, weekdayName } = await import(
  '../../../../src/commands/jobs/changeTexts.ts'
);

const withNaming = (use: (naming: ChangeNaming) => void) =>
  withMemoryServer(async ({ session, context: { labels } }) =>
    use({ session, labels, sentence: params => `(${params})` }),
  );

const dayMs = 86_400_000;

const titles: readonly (readonly [JobChange, string])[] = [
  [{ kind: 'add', field: 'policies', items: [7] }, 'Add to Policies: #7'],
  [{ kind: 'remove', field: 'report_formats', items: ['pdf'] }, 'Remove from Report formats: pdf'],
  [{ kind: 'enable', enabled: true }, 'Enable'],
  [{ kind: 'enable', enabled: false }, 'Disable'],
  [{ kind: 'rename', find: 'a', replacement: 'b' }, 'Replace “a” with “b” in Names'],
  [{ kind: 'moveBy', spanMs: 2 * dayMs + 3_600_000 }, 'Move Schedules 2 days 1 h Later'],
  [{ kind: 'moveBy', spanMs: dayMs }, 'Move Schedules 1 day Later'],
  [{ kind: 'moveBy', spanMs: -90 * 60_000 }, 'Move Schedules 1 h 30 min Earlier'],
  [{ kind: 'moveBy', spanMs: -1_800_000 }, 'Move Schedules 30 min Earlier'],
  [{ kind: 'moveToTime', timeMs: 5 * 60_000 }, 'Move Schedules to 00:05'],
  [{ kind: 'moveToTime', days: [4, 0] }, 'Move Schedules to Monday, Friday'],
  [{ kind: 'moveToTime', days: [4, 3, 2, 1, 0] }, 'Move Schedules to Monday–Friday'],
  [
    { kind: 'moveToTime', days: [0, 1, 2, 3, 4, 5, 6], timeMs: 82_800_000 },
    'Move Schedules to every day, 23:00',
  ],
  [{ kind: 'moveToZone', zone: { kind: 'utc' } }, 'Move Schedules to the Time Zone UTC'],
  [{ kind: 'moveToZone', zone: { kind: 'server' } }, 'Move Schedules to the Time Zone of the Server'],
  [
    { kind: 'moveToZone', zone: { kind: 'named', tzid: 'Europe/Berlin' } },
    'Move Schedules to the Time Zone Europe/Berlin',
  ],
];

describe('the title of a change', () => {
  for (const [change, title] of titles)
    it(title, () => withNaming(naming => assert.equal(changeTitle(change, naming), title)));

  it('names the days of the week from Monday', () =>
    assert.deepEqual([0, 6].map(weekdayName), ['Monday', 'Sunday']));
});

describe('the text of an edit of a job', () => {
  for (const [before, after, text] of [
    [{ name: 'A' }, { name: 'B' }, 'Name: A → B'],
    [{ enabled: true }, { enabled: false }, 'Enabled: yes → no'],
    [{}, { enabled: true }, 'Enabled: not known → yes'],
    [{ params: 'a' }, { params: 'b' }, 'Schedule: (a) → (b)'],
    [{ policies: [1] }, { policies: [1, 2] }, 'Policies: + #2'],
    [{ name: 'A', enabled: false }, { name: 'B', enabled: true }, 'Name: A → B, Enabled: no → yes'],
  ] as const)
    it(text, () => withNaming(naming => assert.equal(editText({ before, after }, naming), text)));

  it('is also shown as JSON', () =>
    assert.deepEqual(fieldLines({ name: 'A', policies: [1] }), ['name: "A"', 'policies: [1]']));
});

const obstacles: readonly (readonly [ChangeObstacle, RegExp])[] = [
  ['none', /no schedule/],
  ['unreadable', /cannot be read/],
  ['open', /no start/],
  ['dates', /dates without times/],
  ['days', /No rule can express the days/],
  ['count', /counted or selected by a single one/],
  ['times', /several times of day/],
  ['rules', /no rule or several/],
  ['period', /does not repeat by days or weeks/],
  ['counted', /ends after a number of runs/],
  ['single', /single date/],
  ['ended', /ends before the first/],
  ['range', /outside the years/],
  ['noWork', /at least one policy or one report/],
  ['noFormat', /at least one report format/],
  ['noName', /needs a name/],
  ['unnameable', /devices that a request cannot identify/],
];

describe('the reason for leaving a job unchanged', () => {
  it('is a separate sentence for each obstacle', () => {
    for (const [obstacle, text] of obstacles) assert.match(obstacleText(obstacle), text);
  });
});
