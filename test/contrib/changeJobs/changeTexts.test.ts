import assert from 'node:assert/strict';
import type { JobChange } from '../../../src/contrib/changeJobs/common/jobChange.ts';
import type { ChangeNaming } from '../../../src/contrib/changeJobs/vscode/changeTexts.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { changeTitle, editText } = await import('../../../src/contrib/changeJobs/vscode/changeTexts.ts');

const withNaming = (use: (naming: ChangeNaming) => void) =>
  withMemoryServer(async ({ session, context: { labels } }) =>
    use({ session, labels, sentence: params => `(${params.split('\n').at(-1)})` }),
  );

const dayMs = 86_400_000;

const titles: readonly (readonly [JobChange, string])[] = [
  [{ kind: 'add', field: 'policies', items: [7] }, 'Add to Policies: #7'],
  [{ kind: 'rename', find: 'a', replacement: 'b' }, 'Replace “a” with “b” in Names'],
  [{ kind: 'moveBy', spanMs: 2 * dayMs + 3_600_000 }, 'Move Schedules 2 days 1 h Later'],
  [{ kind: 'moveBy', spanMs: -90 * 60_000 }, 'Move Schedules 1 h 30 min Earlier'],
  [{ kind: 'moveToTime', days: [4, 3, 2, 1, 0] }, 'Move Schedules to Monday–Friday'],
  [
    { kind: 'moveToTime', days: [0, 1, 2, 3, 4, 5, 6], timeMs: 82_800_000 },
    'Move Schedules to every day, 23:00',
  ],
  [
    { kind: 'moveToZone', zone: { kind: 'named', tzid: 'Europe/Berlin' } },
    'Move Schedules to the Time Zone Europe/Berlin',
  ],
];

describe('the title of a change', () => {
  for (const [change, title] of titles)
    it(`is “${title}”`, () => withNaming(naming => assert.equal(changeTitle(change, naming), title)));
});

describe('the text of an edit of a job', () => {
  for (const [before, after, text] of [
    [{}, { enabled: true }, 'Enabled: not known → yes'],
    [{ params: 'a' }, { params: 'b' }, 'Schedule: (a) → (b)'],
    [
      { params: 'DTSTART:20260101T000000\nRRULE:FREQ=HOURLY' },
      { params: 'DTSTART:20260101T020000\nRRULE:FREQ=HOURLY' },
      'Schedule: DTSTART:20260101T000000 → DTSTART:20260101T020000',
    ],
    [{ policies: [1] }, { policies: [1, 2] }, 'Policies: + #2'],
    [{ name: 'A', enabled: false }, { name: 'B', enabled: true }, 'Name: A → B, Enabled: no → yes'],
  ] as const)
    it(`is “${text}”`, () => withNaming(naming => assert.equal(editText({ before, after }, naming), text)));
});
