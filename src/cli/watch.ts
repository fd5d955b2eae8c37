import { untilAborted } from '../base/delay.ts';
import type { StatusMonitor } from '../store/statuses/statusMonitor.ts';
import type { CliContext } from './cliContext.ts';

/** A list that is read again and again. */
interface Watched<T> {
  readonly read: () => Promise<readonly T[]>;
  readonly keyOf: (object: T) => string;
  readonly nameOf: (object: T) => string;
}

/** As often as the views of the extension read their lists. */
const listMs = 15_000;

/** Prints a list; with --watch also what changes in it, until the command is interrupted. */
export async function watchList<T>(
  context: CliContext<'watch'>,
  { read, keyOf, nameOf }: Watched<T>,
  print: (objects: readonly T[], isFirst: boolean) => Promise<void>,
): Promise<void> {
  const { output, options, localizer, signal, clock } = context;
  let known = new Map<string, T>();
  for (let isFirst = true; ; isFirst = false) {
    const now = await read();
    const isNew = (object: T) => JSON.stringify(known.get(keyOf(object))) !== JSON.stringify(object);
    const changed = isFirst ? now : now.filter(isNew);
    if (isFirst || changed.length > 0) await print(changed, isFirst);
    const found = new Map(now.map(object => [keyOf(object), object]));
    const gone = [...known].filter(([key]) => !found.has(key)).map(([, object]) => nameOf(object));
    if (gone.length > 0 && !output.isDocument)
      output.note(localizer.t('No longer listed: {names}.', { names: gone.join(', ') }));
    if (!options.has('watch')) return;
    known = found;
    await untilAborted(new Promise<void>(resolve => void clock.schedule(listMs, resolve)), signal);
  }
}

/**
 * Calls `onChange` whenever the status of one of the jobs was read, until it returns true. Rejects when the signal is
 * aborted.
 */
export async function followStatuses(
  statuses: StatusMonitor,
  ids: readonly number[],
  signal: AbortSignal,
  onChange: () => boolean,
): Promise<void> {
  const source = 'command';
  const done = new Promise<void>(resolve => {
    const change = statuses.onDidChange(() => {
      if (!onChange()) return;
      change.dispose();
      resolve();
    });
  });
  statuses.setInterest('followed', ids, source);
  try {
    if (!onChange()) await untilAborted(done, signal);
  } finally {
    statuses.setInterest('followed', [], source);
  }
}
