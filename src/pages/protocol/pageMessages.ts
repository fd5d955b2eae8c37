import * as z from 'zod/mini';
import {
  flagFields,
  idListFields,
  labeledFields,
  nameListFields,
  textFields,
} from '../../api/fields/objectFields.ts';
import { foldIds } from './hostMessages.ts';

/** The page that sends the message. */
export const page = z.string();

/** The first message of a page. */
export const ReadySchema = z.object({
  type: z.literal('ready'),
  page,
  /** Whether the page still shows its contents; if not, it requests everything. */
  hasContents: z.boolean(),
});

const IdItemsSchema = z.array(z.int().check(z.minimum(0)));
const NameItemsSchema = z.array(z.string());

/**
 * One edit in a form. Lists change by added and removed members, not by a new value, so that a simultaneous edit in
 * the JSON editor survives.
 */
const FormChangeSchema = z.union([
  z.object({ kind: z.literal('text'), field: z.enum(textFields), value: z.string() }),
  z.object({ kind: z.literal('flag'), field: z.enum(flagFields), value: z.boolean() }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(idListFields), items: IdItemsSchema }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(nameListFields), items: NameItemsSchema }),
]);

export type FormChange = z.infer<typeof FormChangeSchema>;

/** Actions that the buttons of a form request from the host. */
const formActions = [
  'save',
  'undo',
  'redo',
  'openJson',
  'compare',
  'keepBoth',
  'takeServers',
  'stop',
] as const;

export type FormAction = (typeof formActions)[number];

/** Messages from a form's page to the host. */
export const PageMessageSchema = z.discriminatedUnion('type', [
  ReadySchema,
  z.object({
    type: z.literal('change'),
    page,
    /** Numbers the changes of this page, so that the response can say which of them it includes. */
    sequence: z.int(),
    change: FormChangeSchema,
  }),
  z.object({ type: z.literal('action'), page, action: z.enum(formActions) }),
  /**
   * Saves over the server version that the page shows. If the server has another one by now, the user is asked again.
   */
  z.object({ type: z.literal('overwrite'), page, version: z.int() }),
  z.object({ type: z.literal('nameId'), page, field: z.enum(labeledFields), id: z.int() }),
  /** The user opened or closed a part of the form. */
  z.object({ type: z.literal('fold'), page, id: z.enum(foldIds), isOpen: z.boolean() }),
  /** Requests descriptions of schedules that are not in the document, such as a proposed one. */
  z.object({ type: z.literal('describe'), page, schedules: z.array(z.string()).check(z.maxLength(2)) }),
  /** The user chose a group whose ID is not known: the host looks it up and adds it. */
  z.object({ type: z.literal('findGroup'), page, key: z.string() }),
]);

export type PageMessage = z.infer<typeof PageMessageSchema>;
