import { joinTexts } from '../../../base/displayText.ts';
import type { FormNote } from '../../../pages/protocol/hostMessages.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { FormNotes } from '../../../workbench/forms/formNotes.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { newestRun, pastRuns } from '../common/pastRuns.ts';
import { durationOf } from '../common/seenRuns.ts';
import { historyOf } from '../common/sessionHistory.ts';
import type { Histories } from './histories.ts';
import { pastRunCounts, pastRunKind, pastRunLine, pastRunLook, typicalText } from './pastRunTexts.ts';

/** The last runs of a job, in its form. */
export function runNotes(histories: Pick<Histories, 'onDidChange'>): FormNotes {
  return { notesOf: (...of) => [lastRuns(...of)], onDidChange: histories.onDidChange };
}

const shownRuns = 20;

/** The last runs of a job as bars. */
function lastRuns(jobId: number, session: ServerSession, outlook: ScheduleOutlook): FormNote {
  const history = historyOf(session);
  const past = pastRuns(jobId, { history, outlook, nowMs: session.serverTime.nowMs })
    .slice(0, shownRuns)
    .reverse();
  const lengths = past.map(each => {
    if (each.kind !== 'seen') return 0;
    const { minMs, maxMs = minMs } = durationOf(each.run);
    return (minMs + maxMs) / 2;
  });
  const longestMs = Math.max(1, ...lengths);
  const bars = past.map((each, index) => ({
    look: pastRunKind(each),
    mark: pastRunLook(each)[2],
    share: (lengths[index] ?? 0) / longestMs,
    text: pastRunLine(each),
  }));
  const typical = typicalText(newestRun(history, jobId)?.typicalMs);
  return { title: t('Last runs'), summary: joinTexts(' · ', pastRunCounts(past), typical), bars };
}
