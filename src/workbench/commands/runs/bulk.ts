import { isAbort } from '../../../api/errors/apiError.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import { joinTexts } from '../../../base/displayText.ts';
import {
  type ItemResults,
  progressText,
  type RunFailure,
  type RunOne,
  runItems,
} from '../../../store/runs/runItems.ts';
import type { RunJournal } from '../../../store/runs/runJournal.ts';
import type { RunItem, RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { ErrorNotices } from '../../notices/errorNotices.ts';
import { provesNotDone } from '../../notices/lostCreates.ts';
import type { Progress } from '../../platform/dialogs.ts';
import { localizer, t } from '../../platform/localize.ts';
import { namesOf } from '../../platform/objectNames.ts';
import type { Labels } from '../../servers/labels.ts';
import type { Uses } from '../commandContext.ts';
import type { RunAction } from './runActions.ts';
import { countsText, operationTitle, runReport } from './runReport.ts';

/** The result of an operation on many objects. */
export interface BulkResult<T> extends ItemResults<T> {
  readonly record: RunRecord;
}

export interface BulkRun<T> {
  readonly act: RunOperation;
  /** What is asked, if the operation alone does not say it. */
  readonly title?: string | undefined;
  readonly items: readonly T[];
  readonly itemOf: (item: T) => RunItem;
  readonly run: RunOne<T>;
  readonly stageOf?: (item: T) => number;
  /** ID of the run that this one undoes. */
  readonly undoes?: string | undefined;
}

/** What a run on many objects and its report require. */
export type RunContext = Uses<
  'dialogs' | 'notices' | 'log' | 'reports' | 'journal' | 'creates' | 'runActions'
> & {
  readonly labels: Pick<Labels, 'text'>;
};

/** Runs the operation for each item. A failing item does not stop the others; canceling leaves the rest unsent. */
export async function runEach<T>(
  {
    journal,
    dialogs,
    notices,
  }: Uses<'dialogs'> & {
    readonly journal: Pick<RunJournal, 'begin'>;
    readonly notices: Pick<ErrorNotices, 'text'>;
  },
  session: Pick<ServerSession, 'server'> & Partial<Pick<ServerSession, 'writes'>>,
  bulk: BulkRun<T>,
): Promise<BulkResult<T>> {
  const { act, title, items, itemOf, run, stageOf, undoes } = bulk;
  const { id, name, url } = session.server;
  const notes = await journal.begin({
    act,
    ...(title === undefined ? {} : { title }),
    server: { id, name, url },
    ...(undoes === undefined ? {} : { undoes }),
    items: items.map(itemOf),
  });
  const runAll = async (report: Progress['report'], signal: AbortSignal) => {
    const results = await runItems({
      ...{ notes, items: items.entries(), run, stageOf, signal },
      pause: session.writes?.pause,
      textOf: failure => failureText(failure, notices, session.server),
      onProgress: (done, waitsUntilMs) => report(progressText(done, items.length, waitsUntilMs, localizer)),
    });
    return { ...results, record: notes.record };
  };
  try {
    return items.length === 1
      ? await runAll(() => undefined, notes.signal)
      : await dialogs.progress(title ?? operationTitle(act), runAll);
  } finally {
    await notes.end();
  }
}

/** Describes the failure in a sentence. Only here is a connection that was closed on purpose an error. */
function failureText(
  { error, isUnknown }: RunFailure,
  notices: Pick<ErrorNotices, 'text'>,
  server: ServerConfig,
): string {
  if (!isAbort(error)) return notices.text(error, server);
  return isUnknown
    ? t('The connection was closed before a response arrived: check the server.')
    : t('The connection was closed before the request was sent.');
}

export interface FailureReport<T> {
  readonly nameOf: (item: T) => string;
  /** Repeats the operation for items that were sent but definitely not done. */
  readonly again?: (items: readonly T[]) => Promise<void>;
}

/** Reports failures by object; shows nothing if everything succeeded. */
export async function reportFailures<T>(
  context: Uses<'dialogs' | 'notices' | 'log' | 'reports' | 'runActions'>,
  session: ServerSession,
  result: BulkResult<T>,
  { nameOf, again }: FailureReport<T>,
): Promise<void> {
  const { failed } = result;
  if (failed.length + result.skipped.length === 0) return;
  const notMade = failed.filter(({ error }) => provesNotDone(error)).map(({ item }) => item);
  const canSendAgain = again !== undefined && notMade.length > 0;
  const [only] = failed;
  const isOnlyOne = failed.length === 1 && result.done.length + result.skipped.length === 0;
  if (only !== undefined && isOnlyOne && !canSendAgain && !isAbort(only.error))
    return context.notices.show(only.error, session.server, nameOf(only.item));
  const namesByReason = new Map<string, string[]>();
  for (const failure of failed) {
    const [name, reason] = [nameOf(failure.item), failureText(failure, context.notices, session.server)];
    context.log.error(`${name}: ${reason}`);
    const names = namesByReason.get(reason) ?? [];
    namesByReason.set(reason, names);
    names.push(name);
  }
  const lines = Array.from(namesByReason, ([reason, names]) => `${namesOf(names, String, 3)}: ${reason}`);
  const text = isOnlyOne ? lines.join('') : [countsText(result.record), ...lines.slice(0, 3)].join(' ');
  const showReport = t('Show Report');
  const sendAgain = t('Send Again');
  const answer = await context.dialogs.warn(text, ...(canSendAgain ? [sendAgain] : []), showReport);
  if (answer === showReport) await context.reports.show(runReport(result.record, context.runActions));
  if (answer === sendAgain) await again?.(notMade);
}

/** What can be done about a run that has just ended. */
export async function findRunActions(
  { runActions, notices }: Uses<'runActions' | 'notices'>,
  session: ServerSession,
  run: RunRecord,
): Promise<readonly RunAction[]> {
  const offers = runActions.map(async actions => {
    try {
      return (await actions.offer?.(run, session)) ?? [];
    } catch (error) {
      await notices.note(error, session.server);
      return [];
    }
  });
  return (await Promise.all(offers)).flat();
}

/** Reports what a run has done, if anything, in sentences of which some may be empty, and offers what can be done. */
export async function reportDone(
  context: Uses<'dialogs' | 'notices' | 'runActions'>,
  session: ServerSession,
  run: RunRecord,
  { texts, isWarning = false }: { readonly texts: readonly string[]; readonly isWarning?: boolean },
): Promise<void> {
  const { dialogs } = context;
  const actions = await findRunActions(context, session, run);
  const text = joinTexts(' ', ...texts, ...actions.map(action => action.text ?? ''));
  if (text === '') return;
  const labels = actions.map(({ label }) => label);
  const chosen = await (isWarning ? dialogs.warn(text, ...labels) : dialogs.info(text, ...labels));
  await actions.find(({ label }) => label === chosen)?.run();
}
