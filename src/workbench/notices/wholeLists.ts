import { joinTexts } from '../../base/displayText.ts';
import { formatInteger } from '../../base/localizer.ts';
import type { Coverage } from '../../store/reading/wholeReading.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { localizer, t } from '../platform/localize.ts';
import { markName } from '../servers/serverMarks.ts';
import type { ErrorNotices } from './errorNotices.ts';

type Notices = Pick<ErrorNotices, 'note'>;
type ListName = 'jobs' | 'groups';

/** "72 of 10,000 read"; `undefined` if the list is complete. */
export function coverageText({ kind, read, total }: Coverage): string | undefined {
  if (kind === 'complete') return undefined;
  const counts = { read: count(read), total: total === undefined ? '' : count(total) };
  return total === undefined ? t('{read} read', counts) : t('{read} of {total} read', counts);
}

/**
 * Reads these lists whole, with progress that the user can cancel. Resolves with false if the user canceled or stopped
 * reading; whether the lists are complete is in their `coverage`. Rejects like the client, once no list is being read any more.
 */
export async function readWhole(
  { dialogs }: { readonly dialogs: Pick<Dialogs, 'progress'> },
  session: ServerSession,
  names: readonly ListName[] = ['jobs', 'groups'],
): Promise<boolean> {
  const lists = names.map(name => session[name]).filter(list => !list.isComplete);
  if (lists.length === 0) return true;
  const title = t('Reading lists of {server}', { server: markName(session.server) });
  return dialogs.progress(title, async (report, signal) => {
    const onProgress = () => {
      report(joinTexts(' · ', ...lists.map(list => coverageText(list.coverage))));
    };
    const readings = await Promise.allSettled(lists.map(list => list.whole(signal, onProgress)));
    if (signal.aborted) return false;
    for (const reading of readings) if (reading.status === 'rejected') throw reading.reason;
    return lists.every(list => list.coverage.kind !== 'stopped');
  });
}

/** Reads lists as far as possible, like `readWhole`. A failure is logged; the caller says of how many it speaks. */
export async function readMost(
  { dialogs, notices }: { readonly dialogs: Pick<Dialogs, 'progress'>; readonly notices: Notices },
  session: ServerSession,
  names?: readonly ListName[],
): Promise<void> {
  await readWhole({ dialogs }, session, names).catch((error: unknown) => notices.note(error, session.server));
}

/** "72 of 10,000 read" for each list that is not complete; '' if both are. */
export function unreadText({ jobs, groups }: ServerSession): string {
  const parts = [jobs.coverage, groups.coverage].filter(({ read }) => read > 0);
  return joinTexts(' · ', ...parts.map(coverageText));
}

function count(value: number): string {
  return formatInteger(value, localizer.language);
}
