import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import { History, type HistoryOptions } from '../../../../src/contrib/history/common/history.ts';
import { HistoryFiles, type HistoryLimits } from '../../../../src/contrib/history/common/historyFiles.ts';
import { Observer, type ObserverOptions } from '../../../../src/contrib/observe/cli/observer.ts';
import { createPredictor } from '../../../../src/recurrence/expand/predictor.ts';
import { ServerTime } from '../../../../src/store/statuses/serverTime.ts';
import { judgedInMemory } from './observedFleet.ts';

export const fail = (reason: unknown): never => assert.fail(String(reason));

/** An observer of a simulated server in UTC, whose news nobody hears. */
export function createObserver(
  {
    clock,
    api,
    history,
  }: Pick<ObserverOptions, 'clock' | 'history'> & { readonly api: ObserverOptions['jobs'] },
  options: Partial<ObserverOptions> = {},
): Observer {
  return new Observer({
    jobs: api,
    clock,
    history,
    time: new ServerTime(clock),
    predictor: createPredictor({ dialect: 'rfc', zone: 'UTC' }),
    isZoneKnown: true,
    judged: judgedInMemory(),
    requestsPerMinute: 150,
    onNews: () => undefined,
    onOutage: () => undefined,
    onRecovery: () => undefined,
    onListRead: () => undefined,
    onListFailure: () => undefined,
    ...options,
  });
}

interface StoreOptions {
  readonly limits?: HistoryLimits;
  readonly keeps?: NonNullable<HistoryOptions['keeps']>;
}

/** A history in files, which stores and tidies only when it is told to. */
export async function openStore(
  { clock, folder }: { readonly clock: Clock; readonly folder: string },
  { limits = { days: 90, bytes: 1_000_000_000 }, ...options }: StoreOptions = {},
) {
  const history = new History({ extraWords: () => new Map(), ...options });
  const files = new HistoryFiles(history, {
    folder,
    clock: { ...clock, schedule: () => ({ dispose: () => undefined }) },
    limits: () => limits,
    onFailure: fail,
    onNewer: () => fail('There are files of a newer version.'),
  });
  await history.load();
  return { history, files };
}
