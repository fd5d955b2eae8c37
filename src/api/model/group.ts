import * as z from 'zod/mini';
import type { JsonObject } from '../../base/json.ts';
import { eachKey } from '../../base/tables.ts';
import { type ByField, byField } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import { dnKey, sameDn } from './distinguishedName.ts';
import { extraFields } from './extraFields.ts';
import {
  emptyDraft,
  extraChecks,
  onlyDocumented,
  otherwiseFields,
  type ReadValues,
  toDraft,
  unmetFields,
  type WrittenValues,
  wireSchemas,
} from './fieldShapes.ts';

type GroupValues = ByField<typeof groupFields, ReadValues>;

/** A group as read from the server (docs/api.md, "Group"). */
export interface Group extends GroupValues {
  /** Only if the server sends `id` or `pk`, although undocumented (decision 12). */
  readonly id: number | undefined;
  readonly extra: JsonObject;
}

const id = z.nullish(z.int().check(z.minimum(0)));

/** The fields of docs/api.md, "Group", and the undocumented IDs that some servers send. */
export const groupFieldNames: ReadonlySet<string> = new Set(['id', 'pk', ...Object.keys(groupFields)]);

export const GroupSchema = z.pipe(
  z.looseObject({ id, pk: id, ...byField(groupFields, wireSchemas) }).check(...extraChecks(groupFieldNames)),
  z.transform(
    (wire): Group => ({
      id: wire.id ?? wire.pk ?? undefined,
      ...eachKey<typeof groupFields, GroupValues>(groupFields, name => wire[name]),
      extra: extraFields(wire, groupFieldNames),
    }),
  ),
);

/** The body of a create, PUT or PATCH, and the text of a group document: the write shape of a group. */
export interface GroupDraft extends Partial<ByField<typeof groupFields, WrittenValues>> {
  readonly [extra: string]: unknown;
}

/** Converts to the write shape (decision 13). Devices without a host name or address are omitted. */
export function toGroupDraft(group: Group): GroupDraft {
  return { ...toDraft(groupFields, group), ...group.extra };
}

/** Fields of `sent` that the group does not reflect. */
export function unmetGroupFields(sent: GroupDraft, group: Group, isNew?: boolean): string[] {
  const asked = isNew ? onlyDocumented(groupFields, sent) : sent;
  return withoutOwnDn(sent, group, unmetFields(groupFields, asked, toGroupDraft(group), group.server_set));
}

/** Fields of `sent` that the server stored otherwise. */
export function otherwiseGroupFields(sent: GroupDraft, group: Group, isNew = false): string[] {
  const options = { devices: group.server_set, isNew };
  return withoutOwnDn(sent, group, otherwiseFields(groupFields, sent, toGroupDraft(group), options));
}

/** The server generates the DN of a group that is created without one (decision 16), and may spell others its own way. */
function withoutOwnDn({ dn = '' }: GroupDraft, group: Group, fields: readonly string[]): string[] {
  return fields.filter(field => field !== 'dn' || !(dn.trim() === '' || sameDn(dn, group.dn)));
}

export const emptyGroupDraft: GroupDraft = emptyDraft(groupFields);

/**
 * Identifies a group by its `dn`, or else by its name. While this is unchanged, it is the group that the user saw
 * (decision 12).
 */
export function groupKey(group: Pick<Group, 'name' | 'dn'>): string {
  const dn = dnKey(group.dn);
  return dn === '' ? `name:${group.name}` : `dn:${dn}`;
}

/** The key of the group for which a user or an earlier version wrote this one, with its `dn` in any spelling. */
export function storedGroupKey(key: string): string {
  return key.startsWith('dn:') ? groupKey({ name: '', dn: key.slice('dn:'.length) }) : key;
}

/** Identifies a group in a list; several without IDs may have the same key. */
export function groupIdOrKey(group: Group): number | string {
  return group.id ?? groupKey(group);
}
