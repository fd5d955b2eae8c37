import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { HistoryKnowledge } from '../../../src/contrib/fleetCheck/common/runKnowledge.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { job, startMs } from '../../store/support/fakes.ts';
import { hourlyRuns, hourMs, minuteMs, type RealRun, watchRuns } from '../history/support/watchedRuns.ts';
import { textsOf } from './support/checkedFleet.ts';

const outlook = new ScheduleOutlook({ serverZone: 'UTC', readerZone: 'UTC', localizer: englishLocalizer });
const hourly = 'DTSTART:20260301T000000Z\nRRULE:FREQ=HOURLY';
const fromMs = startMs - 12 * hourMs;

/** What is known at noon of an hourly job that was watched since midnight. */
function knowledgeOf(runs: readonly RealRun[]) {
  const history = new History({ extraWords: () => new Map() });
  history.read(job(1, { params: hourly }), fromMs - 1);
  watchRuns(history, 1, { runs, fromMs: fromMs - minuteMs, toMs: startMs });
  const knowledge = new HistoryKnowledge(history);
  return { history, knowledge, known: knowledge.at(startMs, outlook) };
}

describe('what a history of runs says to the rules', () => {
  it('is the typical duration, the last results, and how many planned runs were not seen', () => {
    const runs = hourlyRuns(fromMs, 12).filter((_, index) => index !== 6 && index !== 9);
    const { known } = knowledgeOf([...runs.slice(0, -1), [startMs - hourMs, 5 * minuteMs, 'failed']]);
    assert.equal(Math.round((known.typicalMs(1) ?? 0) / minuteMs), 4);
    assert.deepEqual(known.lastResults(1).slice(0, 2), ['failed', 'succeeded']);
    assert.deepEqual(known.verdicts(1).notSeen, 2);
    assert.equal(known.verdicts(1).judged, 10);
    assert.equal(known.executingMs(1), undefined);
  });

  it('is nothing about a job that nobody watched', () => {
    const { known } = knowledgeOf([]);
    assert.deepEqual(known.verdicts(2), { judged: 0, notSeen: 0, untilMs: startMs + hourMs });
    assert.deepEqual(known.lastResults(2), []);
  });

  it('makes the rules find what failed, what was not seen, and what takes longer than usual', async () => {
    const failing = knowledgeOf(hourlyRuns(fromMs, 12, 'failed')).known;
    const missing = knowledgeOf(hourlyRuns(fromMs, 12).slice(0, 9)).known;
    const stuck = knowledgeOf([...hourlyRuns(fromMs, 11), [startMs - hourMs, 2 * hourMs, 'finished']]).known;
    const rulesOf = async (runs: typeof failing) =>
      (
        await textsOf({
          jobs: [job(1, { params: hourly, groups: [1], dynamic_groups: [1] })],
          areGroupsWhole: false,
          runs,
        })
      ).map(text => text.split(',')[0]);
    assert.deepEqual(await rulesOf(failing), ['fails-repeatedly']);
    assert.deepEqual(await rulesOf(missing), ['not-seen']);
    assert.deepEqual(await rulesOf(stuck), ['longer-than-usual']);
  });

  it('is judged again when more is known of the job', () => {
    const { history, knowledge, known } = knowledgeOf(hourlyRuns(fromMs, 12).slice(0, 9));
    const before = known.verdicts(1);
    assert.equal(knowledge.at(startMs, outlook).verdicts(1), before);
    history.look(1, { word: 'running', earliestMs: startMs, latestMs: startMs });
    assert.notEqual(knowledge.at(startMs, outlook).verdicts(1), before);
  });
});
