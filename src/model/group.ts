import * as z from 'zod';
import type { JsonObject } from '../util/json.ts';
import { areNamed, type Device, DeviceWireSchema, mostDevices, toDevice, writeNames } from './device.ts';
import { changedFields } from './difference.ts';
import { extraFields, extraFieldsAreShallow } from './extraFields.ts';
import { customIssue } from './mismatch.ts';
import { wireList } from './wireList.ts';

/** A group as read from the server (docs/api.md, "Group"). */
export interface Group {
  /** Only where the server sends `id` or `pk` after all (decision 12). */
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
  readonly server_set: readonly Device[];
  readonly extra: JsonObject;
}

const id = z.int().min(0).nullish();

const GroupWireSchema = z.looseObject({
  id,
  pk: id,
  name: z.string().nullish(),
  dn: z.string().nullish(),
  server_set: wireList(DeviceWireSchema, mostDevices).nullish(),
});

/** The fields of docs/api.md, "Group", and the ids that servers send after all. */
export const groupFields: ReadonlySet<string> = new Set(Object.keys(GroupWireSchema.shape));

const SafeGroupWireSchema = GroupWireSchema.refine(
  wire => extraFieldsAreShallow(wire, groupFields),
  customIssue('tooDeep'),
);

export const GroupSchema = SafeGroupWireSchema.transform(
  (wire): Group => ({
    id: wire.id ?? wire.pk ?? undefined,
    name: wire.name ?? '',
    dn: wire.dn ?? '',
    server_set: (wire.server_set ?? []).map(toDevice),
    extra: extraFields(wire, groupFields),
  }),
);

/** The body of a create, PUT or PATCH, and the text of a group document: the write shape of a group. */
export interface GroupDraft {
  readonly name?: string;
  readonly dn?: string;
  readonly server_set?: readonly string[];
  readonly [extra: string]: unknown;
}

/** Read shape to write shape (decision 13). Devices without host name and address are left out. */
export function toGroupDraft(group: Group): GroupDraft {
  return {
    name: group.name,
    dn: group.dn,
    server_set: writeNames(group.server_set),
    ...group.extra,
  };
}

/** Fields of `sent` that the group does not show, as for jobs. */
export function unmetGroupFields(sent: GroupDraft, group: Group): string[] {
  return changedFields(toGroupDraft(group), sent).filter(field => {
    if (field === 'name') return sent.name?.trim() !== group.name.trim();
    return field !== 'server_set' || !areNamed(group.server_set, sent.server_set ?? []);
  });
}

export const emptyGroupDraft: GroupDraft = { name: '', dn: '', server_set: [] };

/**
 * What a person tells groups apart by: the `dn`, else the name. A group is the one that a person saw when
 * this is unchanged (decision 12).
 */
export function groupKey(group: Pick<Group, 'name' | 'dn'>): string {
  return group.dn === '' ? `name:${group.name}` : `dn:${group.dn}`;
}
