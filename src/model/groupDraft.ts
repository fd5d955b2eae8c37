import * as z from 'zod/mini';
import { byField } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { type DraftProblem, type DraftReading, readDraft } from './draftProblem.ts';
import { draftSchemas, toCreate } from './fieldShapes.ts';
import type { GroupDraft } from './group.ts';
import { nameProblems } from './jobDraft.ts';

/** The write shape of a group (docs/api.md, "Group body"); a document may leave fields out. */
export const GroupDraftSchema = z.looseObject(byField(groupFields, draftSchemas));

/** Reads the value of a group document; `name` is required (docs/api.md, "Group body"). */
export function readGroupDraft(value: unknown, localizer: Localizer): DraftReading<GroupDraft> {
  const reading = readDraft<GroupDraft>(GroupDraftSchema, value, localizer);
  if (reading.draft === undefined) return reading;
  const problems = nameProblems('server_set', reading.draft.server_set ?? [], localizer.t);
  if ((reading.draft.name ?? '').trim() === '') {
    problems.push({ path: ['name'], text: localizer.t('A group needs a name.') });
  }
  const found = problems.map((problem): DraftProblem => ({ severity: 'error', ...problem }));
  return { draft: reading.draft, problems: [...found, ...reading.problems] };
}

/** The body of a create: an empty `dn` is left out, so that the server makes one (decision 16). */
export function toGroupCreate(draft: GroupDraft): GroupDraft {
  return toCreate(groupFields, draft);
}
