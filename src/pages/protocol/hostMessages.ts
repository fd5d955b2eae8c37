import { type FormSection, formSections } from '../../api/fields/field.ts';
import type {
  FlagField,
  FormField,
  IdListField,
  ListField,
  NameListField,
  TextField,
} from '../../api/fields/objectFields.ts';
import type { BuilderIssue } from '../../recurrence/builder/builderText.ts';
import type { ScheduleDetails } from '../../recurrence/describe/scheduleOutlook.ts';
import type { FormTexts, ScheduleTexts } from './formTexts.ts';
import type { Signed } from './signature.ts';

/** The parts of a form that can be folded: its sections, and the rarely used parts of the schedule. */
export const foldIds = [...formSections, 'exceptions', 'text', 'runs'] as const;
export type FoldId = (typeof foldIds)[number];

/** All other parts are open until the user folds them. */
export const closedAtFirst: ReadonlySet<FoldId> = new Set(['exceptions', 'text', 'runs'] as const);

/** The parts that the user has opened or closed. */
export type FoldStates = { readonly [Id in FoldId]?: boolean };

export interface FormProblem {
  /** '' for issues of the object as a whole. */
  readonly field: string;
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Values of fields; an absent field has not changed since the previous message of this kind. */
export type FormValues = { readonly [Field in TextField]?: string } & {
  readonly [Field in FlagField]?: boolean | null;
} & { readonly [Field in IdListField]?: readonly number[] } & {
  readonly [Field in NameListField]?: readonly string[];
};

/** An option that can be picked. `value` is null for a group whose ID is not known yet. */
export interface Choice {
  readonly value: number | string | null;
  readonly key?: string;
  readonly label: string;
  readonly detail: string;
  /** Another text with the same meaning, such as the address of a host. */
  readonly alias?: string;
}

/** What a schedule means; the runs on both clocks. */
export interface ScheduleView extends Omit<ScheduleDetails, 'next' | 'problems'> {
  readonly problems: readonly Pick<FormProblem, 'severity' | 'text'>[];
}

/** The text of a schedule and the sentence that describes it. */
export interface ScheduleDescription {
  readonly schedule: string;
  readonly sentence: string;
}

export interface LiveFacts {
  /** The status of the job as last read; '' when there is no job. */
  readonly status: string;
  /** Since when the job has this status, or when it was read. */
  readonly since: string;
  /** The next run. */
  readonly next: string;
  /** Whether it can be stopped. */
  readonly isExecuting: boolean;
}

/** A chart at a field, of what a contribution knows. */
export interface FormNote {
  readonly title: string;
  readonly summary: string;
  /** From the oldest to the newest. */
  readonly bars: readonly {
    /** The name of its look. */
    readonly look: string;
    /** A mark that tells it from others without color. */
    readonly mark: string;
    /** Its height as a share of the highest one. */
    readonly share: number;
    readonly text: string;
  }[];
}

export interface FormStatus {
  readonly kind: 'idle' | 'saving' | 'failed';
  readonly text: string;
  /** Whether a save would send or create something. */
  readonly canSave: boolean;
  /** What others changed on the server, as a sentence; '' for no conflict. */
  readonly conflict: string;
  /** Whether both changes can be kept, and whether that is safe enough to be the default. */
  readonly keepBoth: 'no' | 'possible' | 'default';
  /** The server version that `conflict` is about. */
  readonly version: number;
}

/** A field of a form with the texts of its control, which depend on the kind of its value. */
export interface FormRow {
  readonly field: FormField;
  readonly section: FormSection;
  readonly label: string;
  readonly help: string;
  /** '' when nothing can be added. */
  readonly addLabel: string;
  readonly isRequired: boolean;
  /** The field is shown only while that list is not empty. */
  readonly onlyWith?: string;
}

interface SetupMessage extends Signed {
  readonly type: 'setup';
  readonly isNew: boolean;
  /** The heading while the object has no name, and the kind, ID and server of the object. */
  readonly title: string;
  readonly place: string;
  readonly isProduction: boolean;
  readonly texts: FormTexts;
  readonly fields: readonly FormRow[];
  readonly folds: FoldStates;
  readonly schedule: {
    readonly texts: ScheduleTexts;
    /** The time zone of the reader. */
    readonly readerZone: string;
    readonly issues: Readonly<Record<BuilderIssue, string>>;
  };
}

interface DocumentMessage extends Signed {
  readonly type: 'document';
  /** The sequence number of the page's last change that these values include. */
  readonly acknowledged: number;
  readonly values: FormValues;
  readonly problems: readonly FormProblem[];
  /** Whether fields of a new object that the user has not left yet are reported, too: a save was tried. */
  readonly isSaveTried: boolean;
  /** The name of the object. */
  readonly name: string;
  readonly schedule?: ScheduleView;
  /** How many devices the job runs on; '' when there is nothing to say. */
  readonly deviceCount: string;
  /** The same in two or three words. */
  readonly devices: string;
  readonly deviceWarning: string;
}

/** Messages from the host to a form's page. All text is in the user's language. */
export type HostMessage =
  | SetupMessage
  | DocumentMessage
  /** The text cannot be shown as a form: it is not JSON, or has the wrong shape. */
  | (Signed & { readonly type: 'unreadable'; readonly problems: readonly string[] })
  | (Signed & { readonly type: 'status'; readonly status: FormStatus })
  | (Signed & { readonly type: 'choices'; readonly field: ListField; readonly choices: readonly Choice[] })
  | (Signed & { readonly type: 'live'; readonly facts: LiveFacts; readonly notes?: readonly FormNote[] })
  /** A save was rejected because of these fields: the page scrolls to the first of them. */
  | (Signed & { readonly type: 'reveal'; readonly fields: readonly string[] })
  /** The sentences that a page requested, one for each schedule text. */
  | (Signed & { readonly type: 'descriptions'; readonly descriptions: readonly ScheduleDescription[] })
  /** The result of a change, announced by screen readers and shown at its field. */
  | (Signed & { readonly type: 'notice'; readonly field: ListField; readonly text: string });
