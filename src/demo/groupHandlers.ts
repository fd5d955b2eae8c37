import { type DemoCall, type DemoHandler, findRecord } from './call.ts';
import { FieldReader } from './fieldReader.ts';
import { anything, shortText, text } from './fields.ts';
import { deviceIds, deviceNames } from './nameDevices.ts';
import type { GroupFields, GroupRecord } from './records.ts';
import { json, noContent } from './reply.ts';
import { groupShape } from './shapes.ts';
import { distinguishedName } from './world.ts';

export const listGroups: DemoHandler = ({ context }) =>
  json(
    200,
    context.world.groups.all().map(group => groupShape(group, context)),
  );

export const getGroup: DemoHandler = call => json(200, groupShape(groupOf(call), call.context));

export const createGroup: DemoHandler = call => {
  const { world, clock } = call.context;
  const fields = readGroup(call, blankGroup, 'whole');
  const group = world.addGroup({ ...fields, dn: fields.dn || distinguishedName(fields.name) }, clock.now());
  return json(201, groupShape(group, call.context));
};

/** PUT replaces the fields in the body (docs/api.md, "Group body"); other fields stay unchanged. */
export const replaceGroup: DemoHandler = call => changeGroup(call, 'whole');

export const updateGroup: DemoHandler = call => changeGroup(call, 'part');

export const removeGroup: DemoHandler = call => {
  call.context.world.removeGroup(groupOf(call).id);
  return noContent;
};

const blankGroup: GroupFields = { name: '', dn: '', server_set: [], owner: null };
const groupName = shortText(200);

function groupOf(call: DemoCall): GroupRecord {
  return findRecord(call, call.context.world.groups, 'Group');
}

function changeGroup(call: DemoCall, extent: 'whole' | 'part') {
  const group = groupOf(call);
  Object.assign(group, readGroup(call, group, extent), { updatedAtMs: call.context.clock.now() });
  return json(200, groupShape(group, call.context));
}

/** The fields of the body merged over those of `base`, as this server stores them. */
function readGroup({ body, context }: DemoCall, base: GroupFields, extent: 'whole' | 'part'): GroupFields {
  const { variant } = context;
  const reader = new FieldReader(variant.received?.(body()) ?? body());
  const devices = reader.optional<readonly string[] | null>('server_set', deviceNames(context), null);
  const fields = {
    ...base,
    name:
      extent === 'whole'
        ? reader.required('name', groupName, '')
        : reader.optional('name', groupName, base.name),
    dn: reader.optional('dn', text, base.dn),
    owner: reader.optional('owner', anything, base.owner),
  };
  reader.finish();
  const group = devices === null ? fields : { ...fields, server_set: deviceIds(devices, context) };
  return variant.storedGroup?.(group) ?? group;
}
