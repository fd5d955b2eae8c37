import * as z from 'zod/mini';
import { foldText } from '../../base/foldText.ts';
import { keysOf } from '../../base/tables.ts';

/** docs/api.md, "Job status". */
export interface JobStatus {
  readonly id: number;
  /** The server's own word, shown unchanged (decision 10); '' when there is none. */
  readonly status: string;
}

export const JobStatusSchema = z.pipe(
  z.object({ id: z.int(), status: z.nullish(z.string()) }),
  z.transform((wire): JobStatus => ({ id: wire.id, status: wire.status?.trim() ?? '' })),
);

export const statusKinds = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'stopped',
  'idle',
  'unknown',
] as const;

/**
 * The meaning of a status word; `unknown` for words that no table maps. Texts say "executing", as the API does, but
 * `running` must stay valid in users' settings and filters.
 */
export type StatusKind = (typeof statusKinds)[number];

/** All words that are understood, in the form that `normalize` returns. */
const understood = {
  queued:
    'queued, pending, waiting, scheduled, in queue, created, received, в очереди, ожидает, ожидание, ' +
    'ожидает выполнения, ожидание выполнения, ожидает запуска, ожидание запуска, запланировано, ' +
    'запланирована, создана',
  running:
    'running, executing, in progress, started, active, processing, stopping, busy, выполняется, ' +
    'в работе, в процессе, запущена, запущено, исполняется, останавливается',
  succeeded:
    'succeeded, success, successful, finished, completed, complete, done, ok, выполнено, выполнена, ' +
    'завершено, завершена, успешно, готово, успех, завершено успешно, завершена успешно, ' +
    'успешно завершена, успешно завершено',
  failed:
    'failed, failure, error, errored, timeout, timed out, crashed, finished with errors, ошибка, ' +
    'неудача, сбой, не выполнено, не выполнена, завершено с ошибкой, завершена с ошибкой, ' +
    'завершено с ошибками',
  stopped:
    'stopped, cancelled, canceled, aborted, terminated, interrupted, revoked, killed, остановлено, ' +
    'остановлена, отменено, отменена, прервано, прервана',
  idle:
    'idle, never run, never, not run, not started, new, inactive, none, не запускалось, ' +
    'не запускалась, не запущено, не запущена, новая, новое, неактивна',
} as const;

export const wordsByKind = keysOf(understood).map(kind => [kind, understood[kind].split(', ')] as const);

const builtIn: ReadonlyMap<string, StatusKind> = new Map(
  wordsByKind.flatMap(([kind, words]) => words.map(word => [word, kind] as const)),
);

function normalize(word: string): string {
  return foldText(word)
    .replace(/ё/g, 'е')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

const neverRan: ReadonlySet<string> = new Set(['never run', 'never', 'не запускалось', 'не запускалась']);

/** Whether the word denies all runs of the past; others, such as “idle”, only say that the job is not executing. */
export function saysNeverRan(status: string): boolean {
  return neverRan.has(normalize(status));
}

/** The kind of a status word; `extraWords` come from the user's settings and take precedence. */
export function statusKind(
  status: string,
  extraWords: ReadonlyMap<string, StatusKind> = new Map(),
): StatusKind {
  const word = normalize(status);
  return extraWords.get(word) ?? builtIn.get(word) ?? 'unknown';
}

export function statusWordMap(entries: Readonly<Record<string, StatusKind>>): Map<string, StatusKind> {
  return new Map(Object.entries(entries).map(([word, kind]) => [normalize(word), kind]));
}

const phases: Readonly<Record<StatusKind, 'active' | 'ended' | 'idle'>> = {
  queued: 'active',
  running: 'active',
  succeeded: 'ended',
  failed: 'ended',
  stopped: 'ended',
  idle: 'idle',
  unknown: 'active',
};

/** Whether the status may still change by itself: such statuses are polled first. */
export function isActive(kind: StatusKind): boolean {
  return phases[kind] === 'active';
}

export function hasEnded(kind: StatusKind): boolean {
  return phases[kind] === 'ended';
}
