import * as z from 'zod/mini';
import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { type Draft, onlyFields } from '../../../api/model/draft.ts';
import { type Group, groupKey } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import type { GroupEdit, JobEdit, MemberChange } from '../../../api/writes/objectEdits.ts';
import type { RunItem } from '../../../store/runs/runRecord.ts';
import { type Namesake, stillSo } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import { groupItem, jobItem } from './recordedObjects.ts';

const FormerSchema = z.object({
  id: z.int().check(z.minimum(0)),
  targetedBy: z.array(z.int().check(z.minimum(0))),
});

/** The ID of a deleted group, and the jobs that targeted it. */
type FormerGroup = z.infer<typeof FormerSchema>;

/** An object to create. */
export interface Creation {
  readonly kind: 'create';
  readonly objectKind: ObjectKind;
  readonly name: string;
  readonly draft: Draft;
  /** The group that it replaces, if jobs targeted it. */
  readonly former?: FormerGroup | undefined;
  /** Objects of the same name that the user knows of. If this is present, others must not exist. */
  readonly namesakes?: readonly Namesake[];
  /** A create was already sent, with an unknown outcome. */
  readonly isRepeated?: boolean;
}

/** An object to delete, unless it differs from what is `expected`. */
interface Removal {
  readonly expected?: Draft | undefined;
}

/** An edit that may put back a name. */
interface Renaming {
  /** Other objects of that name that the user knows of. If this is present, others must not exist. */
  readonly namesakes?: readonly Namesake[];
}

export type GroupChange = Pick<MemberChange, 'group' | 'id' | 'change'>;

/** What a run does to one object. */
export type Step = {
  readonly name: string;
  /** The item of the undone run that it puts back. */
  readonly of?: number;
} & (
  | Creation
  | (Removal & { readonly kind: 'removeJob'; readonly job: Job })
  | (Removal & {
      readonly kind: 'removeGroup';
      readonly group: Group;
      readonly id: number;
      readonly former?: FormerGroup;
    })
  | ({ readonly kind: 'editJob' } & JobEdit & Renaming)
  | ({ readonly kind: 'editGroup' } & GroupEdit & Renaming)
  | ({ readonly kind: 'members' } & GroupChange)
);

export function editStep(edit: JobEdit): Step {
  return { kind: 'editJob', name: jobName(edit.job), ...edit };
}

export function membersStep(change: GroupChange): Step {
  return { kind: 'members', name: groupTitle(change.group), ...change };
}

/**
 * Steps of a stage are taken when those of the earlier ones have ended. Devices are added to groups before they are
 * removed from others; jobs refer to groups, so groups are put back before them and deleted after them.
 */
export function stageOf(step: Step): number {
  switch (step.kind) {
    case 'create':
      return step.objectKind === 'group' ? 0 : 3;
    case 'members':
      return step.change.add.length > 0 ? 1 : 2;
    case 'editGroup':
      return 2;
    case 'editJob':
      return 3;
    case 'removeJob':
      return 4;
    case 'removeGroup':
      return 5;
  }
}

/** A step as recorded in the journal, so that Retry can repeat it. */
export function stepItem(step: Step): RunItem {
  switch (step.kind) {
    case 'create': {
      const { name, draft, former } = step;
      return { name, draft, ...(former === undefined ? {} : { marks: { former } }) };
    }
    case 'removeJob':
      return jobItem(step.job);
    case 'removeGroup': {
      const { group, id, former } = step;
      return { ...groupItem(group, id), ...(former === undefined ? {} : { draft: { former } }) };
    }
    case 'editJob':
      return { ...jobItem(step.job), draft: { ...step.edit } };
    case 'editGroup':
      return { ...groupItem(step.group, step.id), draft: { ...step.edit } };
    case 'members': {
      const { group, id, change } = step;
      const marks = { dn: group.dn };
      return { name: step.name, id, key: groupKey(group), marks, draft: { ...change } };
    }
  }
}

/** What an item of a run of several kinds says besides. */
export function natureOf(step: Step): Pick<RunItem, 'kind' | 'does'> {
  switch (step.kind) {
    case 'create':
      return { kind: step.objectKind, does: 'create' };
    case 'removeJob':
      return { kind: 'job', does: 'delete' };
    case 'removeGroup':
      return { kind: 'group', does: 'delete' };
    case 'editJob':
      return { kind: 'job', does: 'change' };
    case 'editGroup':
    case 'members':
      return { kind: 'group', does: 'change' };
  }
}

/** The creates recorded in the journal. */
export function findRecordedCreations(items: readonly RunItem[], objectKind: ObjectKind): Creation[] {
  return items.flatMap(({ name, draft, marks }) =>
    draft === undefined ? [] : [{ kind: 'create', objectKind, name, draft, former: readFormerGroup(marks) }],
  );
}

/** The objects of the name that a step gives. */
export function namesakesOf(step: Step): readonly Namesake[] {
  return 'namesakes' in step ? (step.namesakes ?? []) : [];
}

/** The kind and ID of an object that a step gives another name. */
export function renamedObject(step: Step): string | undefined {
  if (step.kind === 'create' || namedBy(step) === undefined) return undefined;
  return step.kind === 'editJob' ? `job ${step.job.id}` : 'id' in step ? `group ${step.id}` : undefined;
}

/** What a step would create, or how it would name an object; `undefined` for other steps. */
export function namedBy(step: Step): { readonly kind: ObjectKind; readonly draft: Draft } | undefined {
  if (step.kind === 'create')
    return { kind: step.objectKind, draft: { ...step.draft, name: nameSent(step) } };
  if (step.kind !== 'editJob' && step.kind !== 'editGroup') return undefined;
  const draft = onlyFields(step.edit.after, ['name', 'dn']);
  return Object.hasOwn(draft, 'name')
    ? { kind: step.kind === 'editJob' ? 'job' : 'group', draft }
    : undefined;
}

/** The steps that give names, each with the other objects of that name that are on the server now. */
export async function withNamesakes<S extends Step>(
  session: ServerSession,
  steps: readonly S[],
): Promise<readonly S[]> {
  const naming = steps.flatMap(step => {
    const named = namedBy(step);
    return named === undefined ? [] : [{ step, named }];
  });
  const obstacles = await stillSo(
    session,
    naming.map(({ named }) => ({ does: 'create', ...named })),
  );
  // They lose the name at the same time.
  const own = new Set(steps.flatMap(step => renamedObject(step) ?? []));
  const found = new Map(
    naming.map(({ step, named: { kind } }, index) => {
      const obstacle = obstacles[index];
      const namesakes = obstacle?.kind === 'namesakes' ? obstacle.found : [];
      return [step, namesakes.filter(({ id }) => !own.has(`${kind} ${id}`))] as const;
    }),
  );
  return steps.map(step => {
    const namesakes = found.get(step);
    return namesakes === undefined ? step : { ...step, namesakes };
  });
}

/** The identity of a deleted group from the journal. */
export function readFormerGroup(recorded: Draft | undefined): FormerGroup | undefined {
  return FormerSchema.safeParse(recorded?.['former']).data;
}

/** The same step, whose create was already sent. */
export function markAsSent<S extends Step>(step: S): S {
  return step.kind === 'create' ? { ...step, isRepeated: true } : step;
}

/** The name that is sent, which a search on the server has to match. */
export function nameSent({ draft, name }: Pick<Creation, 'name'> & { readonly draft: Draft }): string {
  return typeof draft['name'] === 'string' ? draft['name'] : name;
}
