import { dnKey } from '../../../src/api/model/distinguishedName.ts';
import { isRecord } from '../../../src/base/json.ts';
import { virtualTime } from './virtualTime.ts';

/** The job fields that the people in a round change. */
export const jobFields = ['name', 'params', 'policies', 'enabled', 'run_on_start', 'notify'] as const;

/** The fields by which objects of any kind are compared; the job fields of a group never change, and vice versa. */
export const fields = [...jobFields, 'dn', 'server_set'] as const;
export type Field = (typeof fields)[number];

export type ObjectKind = 'jobs' | 'groups';

/** Identifies one object of a server. */
export function objectKey(place: string, kind: ObjectKind, id: number | string | undefined): string {
  return kind === 'jobs' ? `${place} ${id}` : `${place} group ${id}`;
}

/** Normalized values of an object: equal if they mean the same to the server. */
export type Values = Readonly<Record<Field, string>>;

export interface Snapshot {
  /** When the server read it. */
  readonly at: number;
  readonly values: Values;
}

/** A server state that has reached the extension. */
export interface Delivered extends Snapshot {
  readonly receivedMs: number;
  /** When its request reached the server. */
  readonly askedAt: number;
}

/** An object as the window with this slot has read it. */
export interface Reader {
  readonly slot: number;
  readonly job: string;
}

interface Change {
  readonly at: number;
  readonly field: Field;
  readonly value: string;
  readonly by: string;
}

export function normal(field: Field, value: unknown): string {
  if (field === 'params') return String(value ?? '').trim();
  if (field === 'policies' && Array.isArray(value))
    return JSON.stringify([...new Set(value.map(Number))].sort((a, b) => a - b));
  if (field === 'server_set') return JSON.stringify(hostNames(value));
  if (field === 'dn') return JSON.stringify(typeof value === 'string' ? dnKey(value) : value);
  return JSON.stringify(value);
}

/** Devices, in the format of responses as well as of requests. */
export function hostNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((item: unknown) => String(isRecord(item) ? item['hostname'] : item).toLowerCase());
  return [...new Set(names)].sort();
}

export function valuesOf(object: Readonly<Record<string, unknown>>): Values {
  const value = (field: Field) => normal(field, object[field]);
  return {
    name: value('name'),
    params: value('params'),
    policies: value('policies'),
    enabled: value('enabled'),
    run_on_start: value('run_on_start'),
    notify: value('notify'),
    dn: value('dn'),
    server_set: value('server_set'),
  };
}

/** The object described by the text of a document. */
export function parse(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
}

/** What happened on the servers, in order: who changed what, and which reads reached the extension. */
export class Records {
  #now = 0;
  readonly #changes = new Map<string, Change[]>();
  readonly #delivered = new Map<string, Delivered[]>();

  get now(): number {
    return this.#now;
  }

  tick(): number {
    this.#now += 1;
    return this.#now;
  }

  changed(job: string, before: Values | undefined, after: Values, by: string): void {
    const at = this.tick();
    const list = this.#changes.get(job) ?? [];
    this.#changes.set(job, list);
    for (const field of fields)
      if (before?.[field] !== after[field]) list.push({ at, field, value: after[field], by });
  }

  delivered(reader: Reader, snapshot: Snapshot & Pick<Delivered, 'askedAt'>): void {
    const list = this.#delivered.get(keyOf(reader)) ?? [];
    this.#delivered.set(keyOf(reader), list);
    list.push({ ...snapshot, receivedMs: virtualTime.steadyMs });
  }

  snapshot(values: Values): Snapshot {
    return { at: this.#now, values };
  }

  /** The newest state of the object that was sent to the window. */
  known(reader: Reader): Snapshot | undefined {
    return this.#delivered
      .get(keyOf(reader))
      ?.reduce((newest, snapshot) => (snapshot.at >= newest.at ? snapshot : newest));
  }

  readings(reader: Reader): readonly Delivered[] {
    return this.#delivered.get(keyOf(reader)) ?? [];
  }

  /** Nothing has been sent to the new window in this slot yet. */
  forgetDelivered(slot: number): void {
    for (const key of this.#delivered.keys())
      if (key.startsWith(keyOf({ slot, job: '' }))) this.#delivered.delete(key);
  }

  /** Whether somebody other than `by` wrote the field after this moment. */
  wroteSince(job: string, { field, at, by }: { field: Field; at: number; by: string }): boolean {
    return (this.#changes.get(job) ?? []).some(
      change => change.field === field && change.at > at && change.by !== by,
    );
  }

  /** Who last wrote the field. */
  lastWriter(job: string, field: Field): string | undefined {
    return (this.#changes.get(job) ?? []).findLast(change => change.field === field)?.by;
  }

  /** When the field last got this value, or was read with it, after this moment. */
  reachedAt(
    { slot, job }: Reader,
    { field, at, value }: { field: Field; at: number; value: string },
  ): number | undefined {
    const changes = (this.#changes.get(job) ?? []).filter(
      change => change.field === field && change.value === value,
    );
    const readings = this.readings({ slot, job }).filter(({ values }) => values[field] === value);
    // Writes are exact; for a value that was already there, only reads show it.
    return [changes, readings]
      .map(moments => moments.findLast(moment => moment.at > at)?.at)
      .find(found => found !== undefined);
  }
}

function keyOf({ slot, job }: Reader): string {
  return `${slot} ${job}`;
}
