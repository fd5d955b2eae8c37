import { isRecord } from '../../../src/base/json.ts';
import type { Exchange } from '../saves/heldServers.ts';
import { type ObjectKind, objectKey, type Values, valuesOf } from '../saves/records.ts';

/** One object of a server, as identified by a path. */
export interface ObjectRef {
  readonly kind: ObjectKind;
  readonly id: number;
}

/** The ID of the group with this distinguished name; many servers do not send it. */
export type GroupIds = (place: string, dn: unknown) => number | undefined;

export function objectOf({ path }: Pick<Exchange, 'path'>): ObjectRef | undefined {
  const [, kind, id] = /\/(job|group)\/(\d+)\//.exec(path) ?? [];
  if (id === undefined) return undefined;
  return { kind: kind === 'job' ? 'jobs' : 'groups', id: Number(id) };
}

/** What a response contains about each object in it. */
export function objectsIn(exchange: Exchange, groupId: GroupIds): readonly (readonly [string, Values])[] {
  const value: unknown = JSON.parse(exchange.reply?.body || 'null');
  const rows: unknown = isRecord(value) ? (value['results'] ?? [value]) : value;
  if (!Array.isArray(rows)) return [];
  return rows.filter(isRecord).flatMap(object => {
    const key = keyOf(exchange, object, groupId);
    return key === undefined ? [] : [[key, valuesOf(object)] as const];
  });
}

function keyOf(
  { place }: Exchange,
  object: Readonly<Record<string, unknown>>,
  groupId: GroupIds,
): string | undefined {
  if ('id' in object && 'policies' in object) return objectKey(place, 'jobs', String(object['id']));
  if (!('server_set' in object)) return undefined;
  const id = groupId(place, object['dn']);
  return id === undefined ? undefined : objectKey(place, 'groups', id);
}
