import * as z from 'zod/mini';
import { type Draft, DraftSchema, onlyFields } from '../../api/model/draft.ts';
import type { FieldEdit } from '../../api/model/fieldEdit.ts';
import { storedGroupKey } from '../../api/model/group.ts';
import type { MembershipChange } from '../../api/model/membership.ts';
import { getOrAdd } from '../../base/collections.ts';
import { jsonOrUndefined } from '../../base/json.ts';
import { type ProcessMark, ProcessMarkSchema } from './liveProcess.ts';

const runOperations = [
  'deleteJobs',
  'enableJobs',
  'disableJobs',
  'stopJobs',
  'changeJobs',
  'createJobs',
  'deleteGroups',
  'importGroups',
  'changeMembers',
  'changePlaces',
  'applyFiles',
  'undo',
  'writeOne',
] as const;

const ServerSchema = z.object({ id: z.string(), name: z.string(), url: z.string() });

/** Records outlive the version that wrote them. */
const GroupKeySchema = z.pipe(z.string(), z.transform(storedGroupKey));

/** The source of a copy: jobs by ID, groups by key or ID. */
const CopySchema = z.object({
  from: ServerSchema,
  jobs: z.array(z.number()),
  groups: z.array(z.union([GroupKeySchema, z.number()])),
});

const ItemSchema = z.object({
  name: z.string(),
  /** Present if a run has both kinds, because a job and a group may share a name. */
  kind: z.exactOptional(z.enum(['job', 'group'])),
  id: z.exactOptional(z.number()),
  /** Present if a run has several; otherwise the operation of the run says it. */
  does: z.exactOptional(z.enum(['create', 'change', 'delete'])),
  /** The item of the undone run that this one puts back. */
  of: z.exactOptional(z.int().check(z.minimum(0))),
  /** Identifies a group without an ID. */
  key: z.exactOptional(GroupKeySchema),
  /** The object as it was seen, without long fields: a later one with its ID is not the one that was meant. */
  marks: z.exactOptional(DraftSchema),
  /** What was asked: the object to create, or a change of a group's devices or of a job's fields. */
  draft: z.exactOptional(DraftSchema),
});

/** Text that is no time would make the whole report fail. */
const TimeSchema = z.string().check(z.refine(text => !Number.isNaN(Date.parse(text))));

const HeaderSchema = z.object({
  /** Version 1 was written by windows with a heartbeat, and names its process in the file name only. */
  version: z.union([z.literal(1), z.literal(2)]),
  time: TimeSchema,
  /** Absent in records of earlier versions. */
  id: z.exactOptional(z.string()),
  /** The process that began the run. */
  process: z.exactOptional(ProcessMarkSchema),
  act: z.enum(runOperations),
  /** What was asked, if the operation alone does not say it: "Move Schedules 2 h Later". */
  title: z.exactOptional(z.string()),
  /** Who asked for the run, unless it was the user. */
  by: z.exactOptional(z.literal('agent')),
  server: ServerSchema,
  /** IDs of the interrupted runs that this one completes. The window may close before it has discarded them. */
  replaces: z.exactOptional(z.array(z.string())),
  /** ID of the run that this one undoes. */
  undoes: z.exactOptional(z.string()),
  /** The folder of the applied files: its path, or its URI if it is not on a disk of this computer. */
  folder: z.exactOptional(z.string()),
  copied: z.exactOptional(CopySchema),
  items: z.array(ItemSchema),
});

const stepDetails = {
  text: z.exactOptional(z.string()),
  /** The object, or the fields about to change, just before the write. */
  kept: z.exactOptional(DraftSchema),
  /** What the write left: a created object, the changed fields as they are stored, or the devices added and removed. */
  left: z.exactOptional(DraftSchema),
  /** The ID of a created object. */
  newId: z.exactOptional(z.number()),
};

/**
 * `sent`: may have been done. `otherwise`: the server stored something else. `failed`: was not done. `notSent`: was
 * recorded but not sent.
 */
const StepSchema = z.object({
  item: z.int().check(z.minimum(0)),
  is: z.enum(['sent', 'done', 'otherwise', 'failed', 'unknown', 'notSent']),
  ...stepDetails,
});

export type RunOperation = (typeof runOperations)[number];
export type RunHeader = z.infer<typeof HeaderSchema>;
export type RunPlan = Omit<RunHeader, 'version' | 'time' | 'id' | 'process' | 'replaces'>;
/** Where the applied values come from, needed to resume the run. */
export type RunSource = Pick<RunPlan, 'folder' | 'copied'>;
export type RunItem = RunPlan['items'][number];
export type RunStep = z.infer<typeof StepSchema>;
/** What a write left, as far as it is needed to undo it. */
export type WriteTrace = Pick<RunStep, 'left' | 'newId'>;

/** The state of one item; `notSent` also before its first step. */
const OutcomeSchema = z.extend(ItemSchema, {
  is: z.enum(['notSent', 'done', 'otherwise', 'failed', 'unknown']),
  ...stepDetails,
});

/** The result of a run, item by item; passed to commands as an argument. */
export const RunRecordSchema = z.extend(z.omit(HeaderSchema, { version: true, process: true }), {
  items: z.readonly(z.array(OutcomeSchema)),
});

export type ItemOutcome = Readonly<z.infer<typeof OutcomeSchema>>;
export type RunRecord = Readonly<z.infer<typeof RunRecordSchema>>;

/** A process that has taken over a run from one that has exited, to report it. */
const OwnerSchema = z.object({ process: ProcessMarkSchema });

/** `undefined` for records that this version cannot read. Skips damaged lines, such as one that a crash cut off. */
export function readRun(text: string): RunRecord | undefined {
  const [first, ...lines] = text.split('\n').map(jsonOrUndefined);
  const header = HeaderSchema.safeParse(first).data;
  const steps = lines.flatMap(line => StepSchema.safeParse(line).data ?? []);
  return header === undefined ? undefined : recordOf(header, steps);
}

/** The processes that have worked on the run, the first one first. */
export function ownersIn(text: string): readonly ProcessMark[] {
  return text.split('\n').flatMap(line => OwnerSchema.safeParse(jsonOrUndefined(line)).data?.process ?? []);
}

export function recordOf(
  { version: _, process: __, ...plan }: RunHeader,
  steps: readonly RunStep[],
): RunRecord {
  const items: ItemOutcome[] = plan.items.map(item => ({ ...item, is: 'notSent' }));
  for (const { item, is, ...found } of steps) {
    const known = items[item];
    if (known !== undefined) items[item] = { ...known, ...found, is: is === 'sent' ? 'unknown' : is };
  }
  return { ...plan, items };
}

/** What the run does to the object of the item. */
export function actionOf({ act }: Pick<RunRecord, 'act'>, { does, key }: RunItem): RunItem['does'] {
  if (does !== undefined) return does;
  if (act === 'deleteJobs' || act === 'deleteGroups') return 'delete';
  if (act === 'createJobs') return 'create';
  if (act === 'importGroups') return key === undefined ? 'create' : 'change';
  return ['stopJobs', 'applyFiles', 'undo', 'writeOne'].includes(act) ? undefined : 'change';
}

/** The kind of the item's object. */
export function objectKindOf({ act }: Pick<RunRecord, 'act'>, { kind, key }: RunItem): 'job' | 'group' {
  const isOfGroups = act === 'deleteGroups' || act === 'importGroups';
  return kind ?? (isOfGroups || key !== undefined ? 'group' : 'job');
}

const ReferencesSchema = z.array(z.object({ name: z.string(), id: z.exactOptional(z.number()) }));
const ChangeSchema = z.object({ add: ReferencesSchema, remove: ReferencesSchema });
const EditSchema = z.object({ before: DraftSchema, after: DraftSchema });

/** The recorded change of a group's devices. */
export function changeOf(draft: Draft | undefined): MembershipChange | undefined {
  return ChangeSchema.safeParse(draft).data;
}

/** The recorded edit of a job. Earlier versions did not record that of a run which enables or disables jobs. */
export function editOf({ act }: Pick<RunRecord, 'act'>, { draft }: ItemOutcome): FieldEdit | undefined {
  const enabled = act === 'enableJobs';
  const isSwitch = enabled || act === 'disableJobs';
  const implied = isSwitch ? { before: { enabled: !enabled }, after: { enabled } } : undefined;
  return EditSchema.safeParse(draft).data ?? implied;
}

/** The items that were not done as asked. One with an unknown outcome may have been done, if repeating it matters. */
export function restOf({ act, items, folder, copied }: RunRecord): readonly ItemOutcome[] {
  const isHarmless = act === 'stopJobs' || act === 'applyFiles' || act === 'undo';
  // Who saves sees the failure, and still has the text.
  if (act === 'writeOne') return [];
  // The source of the values is unknown.
  if (act === 'applyFiles' && folder === undefined && copied === undefined) return [];
  return items.filter(({ is }) => is !== 'done' && (is !== 'unknown' || isHarmless));
}

/** For each run that was undone, the indexes of the items that were put back and still are. */
export function findUndoneItems(newestFirst: readonly RunRecord[]): ReadonlyMap<string, ReadonlySet<number>> {
  const undone = new Map<string, Set<number>>();
  for (const { id = '', undoes, items } of newestFirst) {
    if (undoes === undefined) continue;
    const redone = undone.get(id);
    const found = getOrAdd(undone, undoes, () => new Set());
    for (const [index, { is, of }] of items.entries())
      if (of !== undefined && (is === 'done' || is === 'otherwise') && redone?.has(index) !== true)
        found.add(of);
  }
  return undone;
}

/** What an undo claims: an item of the run with this ID, which no other undo may put back at the same time. */
export function undoClaim(run: string | undefined, item: number): string {
  return `${run ?? ''} ${item}`;
}

/** The claims of an unfinished run. */
export function claimsOf({ undoes, items }: RunRecord): readonly string[] {
  return items.flatMap(({ of, is }) => (of === undefined || is === 'failed' ? [] : undoClaim(undoes, of)));
}

/** Longer values would bloat the journal; the name and the other fields still identify the object. */
const longestMark = 4_096;

/** The fields that distinguish an object from a later one with the same ID. */
export function shortMarks(object: Draft, fields: readonly string[]): Draft {
  const marks = Object.entries(onlyFields(object, fields));
  return Object.fromEntries(marks.filter(([, mark]) => JSON.stringify(mark).length <= longestMark));
}
