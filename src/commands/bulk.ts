import { isAbort } from '../api/errors.ts';
import { localizer } from '../host/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CommandParts } from './parts.ts';

/** What became of each of many objects. */
export interface BulkResult<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly item: T; readonly error: unknown }[];
  /** Not sent, because the person cancelled before. */
  readonly skipped: readonly T[];
}

const atOnce = 4;

/** Runs `act` for each item; one that fails does not stop the others. Cancel leaves the rest unsent. */
export async function runEach<T>(
  parts: CommandParts,
  title: string,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<BulkResult<T>> {
  const done: T[] = [];
  const failed: { item: T; error: unknown }[] = [];
  const waiting = [...items];
  const worker = async (signal: AbortSignal, report: (message: string) => void) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (signal.aborted) {
        waiting.unshift(item);
        return;
      }
      await act(item).then(
        () => done.push(item),
        (error: unknown) => failed.push({ item, error }),
      );
      report(localizer.t('{done} of {all}', { done: done.length + failed.length, all: items.length }));
    }
  };
  const run = (report: (message: string) => void, signal: AbortSignal) =>
    Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, () => worker(signal, report)));
  if (items.length === 1) await run(() => undefined, new AbortController().signal);
  else await parts.dialogs.progress(title, run);
  return { done, failed, skipped: waiting };
}

/** Tells of what did not work, naming each object; says nothing when all went well. */
export async function reportFailures<T>(
  parts: CommandParts,
  session: ServerSession,
  result: BulkResult<T>,
  nameOf: (item: T) => string,
): Promise<void> {
  const failures = result.failed.filter(({ error }) => !isAbort(error));
  const [only] = failures;
  if (only !== undefined && failures.length === 1 && result.done.length + result.skipped.length === 0) {
    await parts.notices.show(only.error, session.server);
    return;
  }
  const { t, plural } = localizer;
  const lines = failures.map(
    ({ item, error }) => `${nameOf(item)}: ${parts.notices.text(error, session.server)}`,
  );
  for (const line of lines) parts.log.error(line);
  if (lines.length === 0 && result.skipped.length === 0) return;
  const summary = [
    plural('{count} done.|{count} done.', result.done.length),
    failures.length > 0 ? plural('{count} failed.|{count} failed.', failures.length) : '',
    result.skipped.length > 0 ? plural('{count} not sent.|{count} not sent.', result.skipped.length) : '',
    ...lines.slice(0, 3),
  ];
  const showLog = t('Show Log');
  const answer = await parts.dialogs.warn(summary.filter(part => part !== '').join(' '), showLog);
  if (answer === showLog) parts.log.show();
}

/** "A, B and 3 more" for a question or a report. */
export function namesOf<T>(items: readonly T[], nameOf: (item: T) => string, atMost = 5): string {
  const names = items.slice(0, atMost).map(item => localizer.t('“{name}”', { name: nameOf(item) }));
  const hidden = items.length - names.length;
  const more = hidden > 0 ? [localizer.plural('{count} more|{count} more', hidden)] : [];
  return new Intl.ListFormat(localizer.language, { type: 'conjunction' }).format([...names, ...more]);
}
