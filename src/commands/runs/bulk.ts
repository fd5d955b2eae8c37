import { isAbort } from '../../api/errors/apiError.ts';
import { OutcomeError } from '../../api/errors/outcomeError.ts';
import { JournalError, type OpenRun, RunTakenError } from '../../journal/openRun.ts';
import type { RunJournal } from '../../journal/runJournal.ts';
import type { RunItem, RunOperation, RunRecord } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import type { ServerConfig } from '../../model/server.ts';
import type { ErrorNotices } from '../../notices/errorNotices.ts';
import { isNotMade } from '../../notices/sendAgain.ts';
import { localizer } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { countsText, runReport } from './runReport.ts';

interface Reason {
  readonly error: unknown;
  /** Sent, with an unknown outcome. */
  readonly isUnknown: boolean;
}

interface Failure<T> extends Reason {
  readonly item: T;
}

/** The outcome of an operation on many objects. */
export interface BulkResult<T> {
  readonly done: readonly T[];
  readonly failed: readonly Failure<T>[];
  /** Not sent, because the user cancelled or another window took over the run. */
  readonly skipped: readonly T[];
  readonly isTaken: boolean;
  readonly record: RunRecord;
}

export interface BulkRun<T> {
  readonly act: RunOperation;
  /** Title of the progress notification. */
  readonly title: string;
  readonly items: readonly T[];
  readonly itemOf: (item: T) => RunItem;
  /** Sends the write. `sending` is awaited just before, so that a crash leaves a record that it was sent. */
  readonly run: (item: T, sending: (kept?: Draft) => Promise<void>) => Promise<void>;
}

/** What a run on many objects is recorded and shown with. */
export interface BulkContext extends Pick<CommandContext, 'dialogs'> {
  readonly journal: Pick<RunJournal, 'begin'>;
  readonly notices: Pick<ErrorNotices, 'text'>;
}

/** What its failures are reported with. */
export type FailureContext = Pick<CommandContext, 'dialogs' | 'notices' | 'log' | 'reports'>;

export type RunContext = BulkContext & FailureContext;

const atOnce = 4;

/** Runs each item; one that fails does not stop the others. Cancel leaves the rest unsent. */
export async function runEach<T>(
  { journal, dialogs, notices }: BulkContext,
  session: Pick<ServerSession, 'server'>,
  bulk: BulkRun<T>,
): Promise<BulkResult<T>> {
  const { act, title, items, itemOf } = bulk;
  const { id, name, url } = session.server;
  const notes = await journal.begin({ act, server: { id, name, url }, items: items.map(itemOf) });
  const work: Work<T> = { bulk, notes, textOf: failure => failureText(failure, notices, session.server) };
  try {
    if (items.length === 1) return await workThrough(work);
    return await dialogs.progress(title, (report, signal) => workThrough(work, { report, signal }));
  } finally {
    await notes.end();
  }
}

interface Watch {
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

interface Work<T> {
  readonly bulk: BulkRun<T>;
  readonly notes: OpenRun;
  readonly textOf: (failure: Reason) => string;
}

async function workThrough<T>(
  { bulk: { items, run }, notes, textOf }: Work<T>,
  { report, signal }: Watch = { report: () => undefined, signal: notes.signal },
): Promise<BulkResult<T>> {
  const done: T[] = [];
  const failed: Failure<T>[] = [];
  const waiting = [...items.entries()];
  const work = async () => {
    while (!signal.aborted && !notes.signal.aborted) {
      const next = waiting.shift();
      if (next === undefined) return;
      const [index, item] = next;
      const failure = await attempt({ notes, textOf }, index, sending => run(item, sending));
      if (failure === 'notSent') waiting.unshift(next);
      else if (failure === undefined) done.push(item);
      else failed.push({ item, ...failure });
      report(localizer.t('{done} of {all}', { done: done.length + failed.length, all: items.length }));
      // When the journal cannot be written, nothing more is sent.
      if (failure !== 'notSent' && failure?.error instanceof JournalError) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  const skipped = waiting.map(([, item]) => item);
  return { done, failed, skipped, isTaken: notes.isTaken, record: notes.record };
}

/** Resolves with the reason of a failure, or `notSent` when the window closed before. Records the outcome. */
async function attempt(
  { notes, textOf }: Pick<Work<unknown>, 'notes' | 'textOf'>,
  index: number,
  run: (sending: (kept?: Draft) => Promise<void>) => Promise<void>,
): Promise<Reason | 'notSent' | undefined> {
  let isSent = false;
  try {
    await run(async kept => {
      await notes.sent(index, kept);
      isSent = true;
    });
    notes.settled(index, 'done');
    return undefined;
  } catch (error) {
    if (!isSent && notes.signal.aborted) return 'notSent';
    const isLost = isAbort(error) || (error instanceof OutcomeError && error.outcome === 'unknown');
    const failure = { error, isUnknown: isSent && isLost };
    notes.settled(index, failure.isUnknown ? 'unknown' : 'failed', textOf(failure));
    return failure;
  }
}

/** A sentence for the user; a connection closed on purpose is an error only here. */
function failureText(
  { error, isUnknown }: Reason,
  notices: Pick<ErrorNotices, 'text'>,
  server: ServerConfig,
): string {
  if (!isAbort(error)) return notices.text(error, server);
  return isUnknown
    ? localizer.t('The connection was closed before a response came: check the server.')
    : localizer.t('The connection was closed before it was sent.');
}

export interface FailureReport<T> {
  readonly nameOf: (item: T) => string;
  /** Repeats the operation for these: they were sent and certainly not done. */
  readonly again?: (items: readonly T[]) => Promise<void>;
}

/** Reports failures by object; shows nothing when everything succeeded. */
export async function reportFailures<T>(
  context: FailureContext,
  session: ServerSession,
  result: BulkResult<T>,
  { nameOf, again }: FailureReport<T>,
): Promise<void> {
  const { failed } = result;
  if (failed.length + result.skipped.length === 0) return;
  const notMade = failed.filter(({ error }) => isNotMade(error)).map(({ item }) => item);
  const canSendAgain = again !== undefined && notMade.length > 0;
  const [only] = failed;
  const isOnlyOne = failed.length === 1 && result.done.length + result.skipped.length === 0;
  if (only !== undefined && isOnlyOne && !canSendAgain && !isAbort(only.error))
    return context.notices.show(only.error, session.server);
  const lines = failed.map(
    failure => `${nameOf(failure.item)}: ${failureText(failure, context.notices, session.server)}`,
  );
  for (const line of lines) context.log.error(line);
  const taken = result.isTaken ? [context.notices.text(new RunTakenError(), session.server)] : [];
  const text = isOnlyOne
    ? lines.join('')
    : [countsText(result.record), ...taken, ...lines.slice(0, 3)].join(' ');
  const showReport = localizer.t('Show Report');
  const sendAgain = localizer.t('Send Again');
  const answer = await context.dialogs.warn(text, ...(canSendAgain ? [sendAgain] : []), showReport);
  if (answer === showReport) await context.reports.show(runReport(result.record));
  if (answer === sendAgain) await again?.(notMade);
}
