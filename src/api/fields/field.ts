import type { Localizer } from '../../base/localizer.ts';
import { eachKey } from '../../base/tables.ts';

/** A text in the user's language. */
type Words = (localizer: Localizer) => string;

/** The sections of the forms. Each field belongs to one. */
export const formSections = ['general', 'schedule', 'targets', 'work', 'devices'] as const;
export type FormSection = (typeof formSections)[number];

interface CommonField {
  readonly section: FormSection;
  /** Shown in forms and messages. */
  readonly label: Words;
  /** Shown in the JSON editor. */
  readonly hover: Words;
  /** Shown in forms, below the control. */
  readonly help?: Words;
  /** Marked as required in forms. */
  readonly isRequired?: true;
}

interface TextRow extends CommonField {
  readonly holds: 'text';
  /** Blank text is left out of a create: the server does not need it, and may reject it. */
  readonly isOmittedWhenBlank?: true;
}

interface FlagRow extends CommonField {
  readonly holds: 'flag';
  /** The value in a new object, where all other fields are empty. */
  readonly initial: boolean;
}

interface ListRow extends CommonField {
  /** Devices are read as objects and written as names. */
  readonly holds: 'ids' | 'names' | 'devices';
  /** In forms, the label of the box that adds to the list. */
  readonly addLabel: Words;
  /** The API returns no names for these IDs; the user can name them. */
  readonly isLabeled?: true;
  /** Members that the API gives as examples; others are allowed. */
  readonly examples?: readonly string[];
  /** Forms show the field only while that list is not empty. */
  readonly onlyWith?: string;
}

/** One field of a job or a group. Everything else about it is derived from this row. */
export type Field = TextRow | FlagRow | ListRow;
export type Holding = Field['holds'];
export type FieldTable = Readonly<Record<string, Field>>;

/** A table of fields whose keys are known. */
export type TableOf<Table> = { readonly [Name in keyof Table]: Field };

/** One value for each field of a table, typed by what the field holds. */
export type ByField<Table extends TableOf<Table>, ByHolding extends Record<Holding, unknown>> = {
  readonly [Name in keyof Table]: ByHolding[Table[Name]['holds']];
};

/** The names of the fields that hold values of this kind. */
export type NameHolding<Table extends TableOf<Table>, Held extends Holding> = {
  [Name in keyof Table]: Table[Name]['holds'] extends Held ? Name : never;
}[keyof Table];

/** Creates one value for each field of a table, depending on what the field holds. */
export function byField<Table extends TableOf<Table>, ByHolding extends Record<Holding, unknown>>(
  table: Table,
  values: ByHolding,
): ByField<Table, ByHolding> {
  return eachKey<Table, ByField<Table, ByHolding>>(table, name => values[table[name].holds]);
}
