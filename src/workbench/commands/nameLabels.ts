import { type LabeledField, readTypedId } from '../../api/fields/objectFields.ts';
import { keysOf } from '../../base/tables.ts';
import { t } from '../platform/localize.ts';
import { givenIds, rowsOf, type SessionAccess, sessionNamed } from './arguments.ts';
import type { Args, Uses } from './commandContext.ts';

const longestLabel = 200;

/** Lets the user name an ID that has no name in the API (decision 23). */
export async function nameLabel(
  context: SessionAccess & Uses<'dialogs' | 'labels'>,
  args: Args,
  given?: LabeledField,
): Promise<void> {
  const [row] = rowsOf(args.slice(0, 1), 'labeled');
  if (row !== undefined) return askLabel(context, { serverId: row.serverId, kind: row.field, id: row.id });
  const named = givenIds(args);
  const session = await sessionNamed(context, named?.server);
  const kind = session === undefined ? undefined : (given ?? (await askKind(context)));
  if (session === undefined || kind === undefined) return;
  const id = named?.ids[0] ?? (await askId(context, t(askTitles[kind]), t('The ID that jobs refer to')));
  if (id !== undefined) await askLabel(context, { serverId: session.server.id, kind, id });
}

async function askKind({ dialogs }: Uses<'dialogs'>): Promise<LabeledField | undefined> {
  const kinds = keysOf(kindNames);
  const choices = kinds.map(value => ({ value, label: t(kindNames[value]) }));
  const chosen = await dialogs.pick(t('Name ID'), choices);
  return kinds.find(kind => kind === chosen);
}

interface Labeled {
  readonly serverId: string;
  readonly kind: LabeledField;
  readonly id: number;
}

/** Asks for the name; an empty one removes it. */
export async function askLabel(
  { dialogs, labels }: Uses<'dialogs' | 'labels'>,
  { serverId, kind, id }: Labeled,
): Promise<void> {
  const label = await dialogs.input({
    title: t(labelTitles[kind], { id }),
    prompt: t('The name is saved in your settings and shown instead of the ID. Leave empty for no name.'),
    value: labels.get(serverId, kind, id) ?? '',
    validate: text =>
      text.length <= longestLabel ? undefined : t('At most {count} characters.', { count: longestLabel }),
  });
  if (label !== undefined) await labels.set(serverId, kind, id, label);
}

/** Asks for an ID; `undefined` if the user cancels. */
export async function askId(
  { dialogs }: Uses<'dialogs'>,
  title: string,
  prompt: string,
): Promise<number | undefined> {
  const text = await dialogs.input({
    title,
    prompt,
    validate: value => (readTypedId(value) === undefined ? t('An ID is a whole number.') : undefined),
  });
  return text === undefined ? undefined : readTypedId(text);
}

const kindNames = { policies: 'Policy', reports: 'Report', dynamic_groups: 'Dynamic Group' } as const;

const labelTitles = {
  policies: 'Name of Policy #{id}',
  reports: 'Name of Report #{id}',
  dynamic_groups: 'Name of Dynamic Group #{id}',
} as const;

const askTitles = {
  policies: 'Name a Policy',
  reports: 'Name a Report',
  dynamic_groups: 'Name a Dynamic Group',
} as const;
