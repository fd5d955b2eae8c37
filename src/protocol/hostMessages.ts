import * as z from 'zod/mini';
import { formSections } from '../fields/field.ts';
import {
  flagFields,
  formFields,
  idListFields,
  listFields,
  nameListFields,
  textFields,
} from '../fields/objectFields.ts';
import { builderIssueWords } from '../recurrence/builder/builderIssue.ts';
import { keysOf } from '../util/tables.ts';
import { FoldsSchema } from './folds.ts';
import { formWords } from './formTexts.ts';
import { scheduleWords } from './scheduleTexts.ts';
import { page } from './signature.ts';

const ProblemSchema = z.object({
  /** '' for issues of the object as a whole. */
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  text: z.string(),
});

export type FormProblem = z.infer<typeof ProblemSchema>;

/** Values of fields; an absent field has not changed since the previous message of this kind. */
const ValuesSchema = z.object({
  text: z.partialRecord(z.enum(textFields), z.string()),
  flags: z.partialRecord(z.enum(flagFields), z.nullable(z.boolean())),
  ids: z.partialRecord(z.enum(idListFields), z.array(z.number())),
  names: z.partialRecord(z.enum(nameListFields), z.array(z.string())),
});

export type FormValues = z.infer<typeof ValuesSchema>;

/** An option that can be picked. `value` is null for a group whose ID is not known yet. */
const ChoiceSchema = z.object({
  value: z.nullable(z.union([z.number(), z.string()])),
  key: z.optional(z.string()),
  label: z.string(),
  detail: z.string(),
  /** Another text with the same meaning, such as the address of a host. */
  alias: z.optional(z.string()),
});

export type Choice = z.infer<typeof ChoiceSchema>;

const ScheduleSchema = z.object({
  /** The schedule as a sentence, or that it cannot be read. */
  sentence: z.string(),
  runs: z.array(z.object({ local: z.string(), utc: z.string(), source: z.enum(['rule', 'start', 'end']) })),
  /** What the text leaves to the server, and what that means for the runs. */
  notes: z.array(z.string()),
  warnings: z.array(z.string()),
  problems: z.array(z.object({ severity: z.enum(['error', 'warning']), text: z.string() })),
});

export type ScheduleView = z.infer<typeof ScheduleSchema>;

const DescriptionSchema = z.object({ schedule: z.string(), sentence: z.string() });

/** The text of a schedule and the sentence that describes it. */
export type ScheduleDescription = z.infer<typeof DescriptionSchema>;

const LiveSchema = z.object({
  /** The status of the job as last read; '' when there is no job. */
  status: z.string(),
  /** Since when the job has this status, or when it was read. */
  since: z.string(),
  /** The next run. */
  next: z.string(),
});

const StatusSchema = z.object({
  kind: z.enum(['idle', 'saving', 'failed']),
  text: z.string(),
  isDirty: z.boolean(),
  /** What others changed on the server, as a sentence; '' for no conflict. */
  conflict: z.string(),
  /** Whether both changes can be kept, and whether that is safe enough to be the default. */
  keepBoth: z.enum(['no', 'possible', 'default']),
  /** The server version that `conflict` is about. */
  version: z.int(),
});

export type LiveFacts = z.infer<typeof LiveSchema>;
export type FormStatus = z.infer<typeof StatusSchema>;

/** A field of a form with the texts of its control, which depend on the kind of its value. */
const FormRowSchema = z.object({
  field: z.enum(formFields),
  section: z.enum(formSections),
  label: z.string(),
  help: z.string(),
  /** '' when nothing can be added. */
  addLabel: z.string(),
  isRequired: z.boolean(),
  /** The field is shown only while that list is not empty. */
  onlyWith: z.optional(z.string()),
});

export type FormRow = z.infer<typeof FormRowSchema>;

/** Messages from the host to a form's page. All text is in the user's language. */
export const HostMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    page,
    kind: z.enum(['job', 'group']),
    isNew: z.boolean(),
    title: z.string(),
    texts: z.record(z.enum(keysOf(formWords)), z.string()),
    fields: z.array(FormRowSchema),
    folds: FoldsSchema,
    schedule: z.object({
      texts: z.record(z.enum(keysOf(scheduleWords)), z.string()),
      /** The time zone of the reader. */
      readerZone: z.string(),
      issues: z.record(z.enum(keysOf(builderIssueWords)), z.string()),
    }),
  }),
  z.object({
    type: z.literal('document'),
    page,
    /** The sequence number of the page's last change that these values include. */
    acknowledged: z.int(),
    values: ValuesSchema,
    problems: z.array(ProblemSchema),
    schedule: z.optional(ScheduleSchema),
    /** How many devices the job runs on; '' when there is nothing to say. */
    deviceCount: z.string(),
    /** The same in two or three words. */
    devices: z.string(),
    deviceWarning: z.string(),
  }),
  /** The text cannot be shown as a form: it is not JSON, or has the wrong shape. */
  z.object({ type: z.literal('unreadable'), page, problems: z.array(z.string()) }),
  z.object({ type: z.literal('status'), page, status: StatusSchema }),
  z.object({ type: z.literal('choices'), page, field: z.enum(listFields), choices: z.array(ChoiceSchema) }),
  z.object({ type: z.literal('live'), page, facts: LiveSchema }),
  /** A save was rejected because of these fields: the page scrolls to the first of them. */
  z.object({ type: z.literal('reveal'), page, fields: z.array(z.string()) }),
  /** The sentences that a page requested, one for each schedule text. */
  z.object({ type: z.literal('descriptions'), page, descriptions: z.array(DescriptionSchema) }),
  /** The result of a change, announced by screen readers and shown at its field. */
  z.object({ type: z.literal('notice'), page, field: z.enum(listFields), text: z.string() }),
]);

export type HostMessage = z.infer<typeof HostMessageSchema>;
