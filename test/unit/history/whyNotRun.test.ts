import assert from 'node:assert/strict';
import type { FactsPeriod } from '../../../src/history/jobFacts.ts';
import type { SeenRun } from '../../../src/history/seenRuns.ts';
import type { Verdict } from '../../../src/history/verdicts.ts';
import { type ExplainSource, explainRun } from '../../../src/history/whyNotRun.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';

const at = (hour: number, minute = 0, second = 0) => new Date(2026, 10, 20, hour, minute, second).getTime();

function factsAt(readMs: number, confirmedMs: number, more: object = {}): FactsPeriod {
  const targets = { groups: 1, dynamicGroups: 0, devices: 0 };
  const facts = {
    name: 'Nightly',
    params: 'x',
    isEnabled: true,
    runsOnStart: false,
    targets,
    work: '',
    aim: '',
    birth: '',
  };
  return { facts: { ...facts, ...more }, readMs, confirmedMs };
}

const run: SeenRun = {
  state: 'ended',
  start: { afterMs: at(3), byMs: at(3, 1) },
  end: { afterMs: at(3, 5), byMs: at(3, 6) },
  wasSeenExecuting: true,
  word: 'success',
  kind: 'succeeded',
  isStoppedByUs: false,
};
const sighting = { largestGapMs: 60_000, beforeMs: at(2, 59), firstMs: at(3, 1), afterMs: at(3, 11) };

function explain(verdict: Verdict, more: Partial<ExplainSource> = {}) {
  const planned = { atMs: at(3), open: 'none' } as const;
  const source = {
    planned,
    verdict,
    facts: [factsAt(at(1), at(4))],
    failures: [],
    offlineTargets: 0,
    ...more,
  };
  const { sentences, advice } = explainRun(source, englishLocalizer);
  // A narrow space precedes AM and PM in some versions of the locale data.
  return [...sentences.map(text => text.replaceAll(/Nov 20, 2026, /g, '')), `→ ${advice.join(', ')}`];
}

describe('the answer to why a planned run did not happen', () => {
  const unexplained =
    'Nothing that the server says of the job explains it. Its own log of that time may say more.';
  const answers: readonly (readonly [string, Verdict, Partial<ExplainSource>, readonly string[]])[] = [
    [
      'did run',
      { kind: 'seen', run },
      {},
      ['It did run (success, 4 min to 6 min). It began between 03:00:00 and 03:01:00.', '→ open'],
    ],
    [
      'ran unseen',
      { kind: 'endedUnseen', run: { ...run, wasSeenExecuting: false } },
      {},
      [
        'It did run: between 03:00:00 and 03:01:00 its status became “success”. It was not seen executing.',
        '→ open',
      ],
    ],
    [
      'did not run, for a reason that nothing says',
      { kind: 'didNotRun', idleMs: at(3, 12), word: 'never run' },
      {},
      ['It did not run: at 03:12:00 the server still said “never run”.', unexplained, '→ open'],
    ],
    [
      'did not run without targets',
      { kind: 'didNotRun', idleMs: at(3, 12), word: 'never run' },
      { facts: [factsAt(at(1), at(2), { targets: { groups: 0, dynamicGroups: 0, devices: 0 } })] },
      [
        'It did not run: at 03:12:00 the server still said “never run”.',
        'The job had no targets when it was read at 02:00:00.',
        '→ open',
      ],
    ],
    [
      'was not seen while the server did not respond',
      { kind: 'notSeen', sighting, shortestMs: 90_000, earlier: undefined },
      { failures: [{ jobId: undefined, firstMs: at(3, 2), lastMs: at(3, 3) }] },
      [
        'It was not seen, and would have been: its status was read at least once every 1 min, and the shortest known run took 2 min.',
        'The server did not respond from 03:02:00 to 03:03:00.',
        '→ open',
      ],
    ],
    [
      'cannot be told because an earlier run was executing',
      { kind: 'cannotTell', sighting, shortestMs: undefined, earlier: run },
      {},
      [
        'Nobody can tell: a run of it that had begun earlier was still executing at the planned time.',
        'Its earlier run, first seen at 03:01:00, was still executing at 03:05:00.',
        '→ watch, open',
      ],
    ],
    [
      'was not watched',
      { kind: 'notWatched', sighting: { largestGapMs: Infinity, beforeMs: at(1), firstMs: at(5) } },
      {},
      [
        'Nobody watched the job then, so nobody can tell whether it ran. The status was last read before that at 01:00:00. The status was next read at 05:00:00.',
        '→ watch, open',
      ],
    ],
    [
      'was disabled, and has only offline targets',
      { kind: 'notJudged', reason: 'disabled', facts: factsAt(at(1), at(4), { isEnabled: false }) },
      { offlineTargets: 2 },
      [
        'The job was disabled when it was read at 04:00:00.',
        'All of its 2 known targets are offline now; whether they were then is not known.',
        '→ enable, open',
      ],
    ],
    [
      'was changed around that time',
      { kind: 'notJudged', reason: 'changed', facts: factsAt(at(1), at(2)), next: factsAt(at(4), at(5)) },
      {},
      ['The schedule was changed between 02:00:00 and 04:00:00, around the planned time.', '→ open'],
    ],
    [
      'cannot be judged without the time zone of the server',
      { kind: 'notJudged', reason: 'zone' },
      {},
      [
        'When it was planned is not known: the schedule leaves the time zone to the server, and the zone of the server is not set.',
        '→ setZone, open',
      ],
    ],
  ];
  for (const [what, verdict, more, answer] of answers)
    it(`says that the run ${what}, from when it is known, and what to do`, () =>
      assert.deepEqual(explain(verdict, more), answer));
});
