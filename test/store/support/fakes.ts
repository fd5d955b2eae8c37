import { HttpStatusError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { byField } from '../../../src/api/fields/field.ts';
import { jobFields } from '../../../src/api/fields/jobFields.ts';
import type { Device } from '../../../src/api/model/device.ts';
import type { Group } from '../../../src/api/model/group.ts';
import type { Job } from '../../../src/api/model/job.ts';
import type { Page, UnreadableRow } from '../../../src/api/resources/listPage.ts';
import type { JobsApi } from '../../../src/store/jobs/jobStore.ts';

export const startMs = Date.UTC(2026, 2, 4, 12);

export function job(id: number, fields: Partial<Job> = {}): Job {
  return {
    ...byField(jobFields, { text: '', flag: true, ids: [], names: [], devices: [] }),
    id,
    name: `Job ${id}`,
    run_on_start: false,
    policies: [1],
    extra: {},
    ...fields,
  };
}

export function device(id: number): Device {
  return {
    id,
    addr: `10.0.0.${id}`,
    status: 'online',
    username: '',
    hostname: `PC-${id}`,
    server_id: '',
    connection: '',
  };
}

export function group(name: string, fields: Partial<Group> = {}): Group {
  return { id: undefined, name, dn: `CN=${name}`, server_set: [], extra: {}, ...fields };
}

export function page<T>(items: readonly T[], fields: Partial<Page<T>> = {}): Page<T> {
  const unreadable: readonly UnreadableRow[] = [];
  return { items, unreadable, total: undefined, next: undefined, ...fields };
}

const never = () => Promise.reject(new Error('the test does not expect this'));

/** The operations that a store uses; a test expects only those that it provides itself. */
export function jobsApi(given: Pick<JobsApi, 'list'> & Partial<JobsApi>): JobsApi {
  return { get: never, ...given };
}

const request: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/' };

export function statusError(status: number, retryAfterMs?: number): HttpStatusError {
  return new HttpStatusError(request, { status, detail: '', fieldErrors: [], retryAfterMs });
}

/** The 404 of a proxy whose server is down. */
export function proxyPage(): HttpStatusError {
  const response = { detail: '', fieldErrors: [], retryAfterMs: undefined, form: 'text' } as const;
  return new HttpStatusError(request, { status: 404, ...response });
}

/** A promise that a test settles manually. */
export interface Gate<T> {
  readonly promise: Promise<T>;
  open(value: T): void;
  fail(error: unknown): void;
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open: value => open(value), fail: error => fail(error) };
}

/** Lets everything run that waits only for promises. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
