import * as z from 'zod/mini';
import { DraftSchema } from '../model/draft.ts';
import { jsonOrUndefined } from '../util/json.ts';

const runOperations = [
  'deleteJobs',
  'createJobs',
  'enableJobs',
  'disableJobs',
  'stopJobs',
  'changeJobs',
  'deleteGroups',
  'createGroups',
  'importGroups',
  'changeMembers',
  'changePlaces',
  'applyFiles',
] as const;

const ServerSchema = z.object({ id: z.string(), name: z.string(), url: z.string() });

/** The source of a copy: jobs by ID, groups by key or ID. */
const CopySchema = z.object({
  from: ServerSchema,
  jobs: z.array(z.number()),
  groups: z.array(z.union([z.string(), z.number()])),
});

const ItemSchema = z.object({
  name: z.string(),
  /** Present if a run has both kinds, because a job and a group may share a name. */
  kind: z.exactOptional(z.enum(['job', 'group'])),
  id: z.exactOptional(z.number()),
  /** Identifies a group without an ID. */
  key: z.exactOptional(z.string()),
  /** Together with the name, distinguishes it from objects that get its ID later. */
  marks: z.exactOptional(DraftSchema),
  /** The object to create, or a change of a group's devices or of a job's fields; `key` identifies a group. */
  draft: z.exactOptional(DraftSchema),
});

export const PlanSchema = z.object({
  version: z.literal(1),
  time: z.string(),
  act: z.enum(runOperations),
  server: ServerSchema,
  /** IDs of the interrupted runs that this one completes. The window may close before it has discarded them. */
  replaces: z.exactOptional(z.array(z.string())),
  /** The folder of the applied files. */
  folder: z.exactOptional(z.string()),
  copied: z.exactOptional(CopySchema),
  items: z.array(ItemSchema),
});

/** `sent`: may have been done. `failed`: was not done. `notSent`: was recorded but not sent. */
const StepSchema = z.object({
  item: z.int().check(z.minimum(0)),
  is: z.enum(['sent', 'done', 'failed', 'unknown', 'notSent']),
  text: z.exactOptional(z.string()),
  /** The object, or the fields about to change, just before the write. */
  kept: z.exactOptional(DraftSchema),
});

export type RunOperation = (typeof runOperations)[number];
export type RunPlan = Omit<z.infer<typeof PlanSchema>, 'version' | 'time'>;
/** Where the applied values come from, needed to resume the run. */
export type RunSource = Pick<RunPlan, 'folder' | 'copied'>;
export type RunItem = RunPlan['items'][number];
export type RunStep = z.infer<typeof StepSchema>;

/** The state of one item; `notSent` also before its first step. */
const OutcomeSchema = z.extend(ItemSchema, {
  is: z.enum(['notSent', 'done', 'failed', 'unknown']),
  text: z.exactOptional(z.string()),
  kept: z.exactOptional(DraftSchema),
});

/** The result of a run, item by item; passed to commands as an argument. */
export const RunRecordSchema = z.extend(z.omit(PlanSchema, { version: true }), {
  items: z.readonly(z.array(OutcomeSchema)),
});

export type ItemOutcome = Readonly<z.infer<typeof OutcomeSchema>>;
export type RunRecord = Readonly<z.infer<typeof RunRecordSchema>>;

/** `undefined` for records that this version cannot read. Skips lines that a crash cut off. */
export function readRun(text: string): RunRecord | undefined {
  const [header, ...steps] = text.split('\n').map(jsonOrUndefined);
  const plan = PlanSchema.safeParse(header);
  if (!plan.success) return undefined;
  const read = steps.flatMap(step => StepSchema.safeParse(step).data ?? []);
  return recordOf(plan.data, read);
}

export function recordOf(
  { version: _, ...plan }: z.infer<typeof PlanSchema>,
  steps: readonly RunStep[],
): RunRecord {
  const items: ItemOutcome[] = plan.items.map(item => ({ ...item, is: 'notSent' }));
  for (const { item, is, ...found } of steps) {
    const known = items[item];
    if (known !== undefined) items[item] = { ...known, ...found, is: is === 'sent' ? 'unknown' : is };
  }
  return { ...plan, items };
}
