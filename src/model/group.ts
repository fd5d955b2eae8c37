import * as z from 'zod/mini';
import { type ByField, byField } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import type { JsonObject } from '../util/json.ts';
import { eachKey, isKeyOf } from '../util/tables.ts';
import { matchNames } from './device.ts';
import { findChangedFields, sameText } from './difference.ts';
import { extraFields, extraFieldsAreFew, extraFieldsAreShallow } from './extraFields.ts';
import { emptyDraft, type ReadValues, toDraft, type WrittenValues, wireSchemas } from './fieldShapes.ts';
import { customIssue } from './mismatch.ts';

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
  z.looseObject({ id, pk: id, ...byField(groupFields, wireSchemas) }).check(
    z.refine(wire => extraFieldsAreFew(wire, groupFieldNames), {
      ...customIssue('tooManyValues'),
      abort: true,
    }),
    z.refine(wire => extraFieldsAreShallow(wire, groupFieldNames), customIssue('tooDeep')),
  ),
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

export function unmetGroupFields(sent: GroupDraft, group: Group): string[] {
  return findChangedFields(toGroupDraft(group), sent).filter(field => {
    // The server generates the DN of a group that is created without one (decision 16).
    if (field === 'dn' && sent.dn?.trim() === '') return false;
    if (isKeyOf(groupFields, field) && groupFields[field].holds === 'text')
      return !sameText(sent[field], group[field]);
    return field !== 'server_set' || !matchNames(group.server_set, sent.server_set ?? []);
  });
}

export const emptyGroupDraft: GroupDraft = emptyDraft(groupFields);

/**
 * Identifies a group by its `dn`, or else by its name. While this is unchanged, it is the group that the user saw
 * (decision 12).
 */
export function groupKey(group: Pick<Group, 'name' | 'dn'>): string {
  return group.dn === '' ? `name:${group.name}` : `dn:${group.dn}`;
}
