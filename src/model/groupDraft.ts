import * as z from 'zod/mini';
import { byField } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { type DraftReading, readDraft } from './draftProblem.ts';
import { draftSchemas, toCreate } from './fieldShapes.ts';
import type { GroupDraft } from './group.ts';
import { nameProblems } from './jobDraft.ts';

/** The write shape of a group (docs/api.md, "Group body"); a document may omit fields. */
export const GroupDraftSchema = z.looseObject(byField(groupFields, draftSchemas));

/** Parses the value of a group document; `name` is required (docs/api.md, "Group body"). */
export function readGroupDraft(value: unknown, localizer: Localizer): DraftReading<GroupDraft> {
  return readDraft<GroupDraft>(GroupDraftSchema, value, localizer, {
    severity: 'error',
    check: ({ name = '', server_set: devices = [] }) => [
      ...nameProblems('server_set', devices, localizer.t),
      ...(name.trim() === '' ? [{ path: ['name'], text: localizer.t('A group needs a name.') }] : []),
    ],
  });
}

/** The body of a create. An empty `dn` is omitted, so that the server generates one (decision 16). */
export function toGroupCreate(draft: GroupDraft): GroupDraft {
  return toCreate(groupFields, draft);
}
