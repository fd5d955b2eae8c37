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

const page = z.string();

const ProblemSchema = z.object({
  /** '' for what is about the object as a whole. */
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  text: z.string(),
});

export type FormProblem = z.infer<typeof ProblemSchema>;

/** Values of fields; a field that is absent has not changed since the last such message. */
const ValuesSchema = z.object({
  text: z.partialRecord(z.enum(textFields), z.string()),
  flags: z.partialRecord(z.enum(flagFields), z.nullable(z.boolean())),
  ids: z.partialRecord(z.enum(idListFields), z.array(z.number())),
  names: z.partialRecord(z.enum(nameListFields), z.array(z.string())),
});

export type FormValues = z.infer<typeof ValuesSchema>;

/** Something that can be picked. `value` is null for a group whose ID is not known yet. */
const ChoiceSchema = z.object({
  value: z.nullable(z.union([z.number(), z.string()])),
  key: z.optional(z.string()),
  label: z.string(),
  detail: z.string(),
  /** Another text that means the same, as an address does for a host name. */
  alias: z.optional(z.string()),
});

export type Choice = z.infer<typeof ChoiceSchema>;

const ScheduleSchema = z.object({
  /** The schedule as a sentence, or that it cannot be read. */
  sentence: z.string(),
  runs: z.array(z.object({ local: z.string(), utc: z.string(), source: z.enum(['rule', 'start', 'end']) })),
  /** Notes on what the text leaves to the server, and what that means for the runs. */
  notes: z.array(z.string()),
  warnings: z.array(z.string()),
  problems: z.array(z.object({ severity: z.enum(['error', 'warning']), text: z.string() })),
});

export type ScheduleView = z.infer<typeof ScheduleSchema>;

const DescriptionSchema = z.object({ schedule: z.string(), sentence: z.string() });

/** The text of a schedule, and the sentence that stands for it. */
export type ScheduleDescription = z.infer<typeof DescriptionSchema>;

const LiveSchema = z.object({
  /** The status of the job as last read; '' where there is no job. */
  status: z.string(),
  /** Since when, or when it was read. */
  since: z.string(),
  /** When it runs next. */
  next: z.string(),
});

const StatusSchema = z.object({
  kind: z.enum(['idle', 'saving', 'failed']),
  text: z.string(),
  isDirty: z.boolean(),
  /** The changes of others on the server, as a sentence; '' for no conflict. */
  conflict: z.string(),
  /** Whether the changes of both can be kept, and whether nothing can be lost by it. */
  keepBoth: z.enum(['no', 'possible', 'default']),
  /** Which version of the server `conflict` is about. */
  version: z.int(),
});

export type LiveFacts = z.infer<typeof LiveSchema>;
export type FormStatus = z.infer<typeof StatusSchema>;

/** A field of a form, and the texts at its control, which depend on the kind of its value. */
const FormRowSchema = z.object({
  field: z.enum(formFields),
  section: z.enum(formSections),
  label: z.string(),
  help: z.string(),
  /** '' where nothing can be added. */
  addLabel: z.string(),
  isRequired: z.boolean(),
  /** The field is shown while that list is not empty. */
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
    /** The last change of the page that these values hold. */
    acknowledged: z.int(),
    values: ValuesSchema,
    problems: z.array(ProblemSchema),
    schedule: z.optional(ScheduleSchema),
    /** On how many devices; '' where there is nothing to say. */
    deviceCount: z.string(),
    /** The same in two or three words. */
    devices: z.string(),
    deviceWarning: z.string(),
  }),
  /** The text is not JSON, or not of the right shape: it cannot be shown as a form. */
  z.object({ type: z.literal('unreadable'), page, problems: z.array(z.string()) }),
  z.object({ type: z.literal('status'), page, status: StatusSchema }),
  z.object({ type: z.literal('choices'), page, field: z.enum(listFields), choices: z.array(ChoiceSchema) }),
  z.object({ type: z.literal('live'), page, facts: LiveSchema }),
  /** A save was rejected because of these fields: the first of them is brought into view. */
  z.object({ type: z.literal('reveal'), page, fields: z.array(z.string()) }),
  /** The sentences that a page requested, each for the text of a schedule. */
  z.object({ type: z.literal('descriptions'), page, descriptions: z.array(DescriptionSchema) }),
  /** The result of a change, read out and shown at its field. */
  z.object({ type: z.literal('notice'), page, field: z.enum(listFields), text: z.string() }),
]);

export type HostMessage = z.infer<typeof HostMessageSchema>;
