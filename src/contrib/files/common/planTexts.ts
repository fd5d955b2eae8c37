import { fieldRow } from '../../../api/fields/objectFields.ts';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { displayText } from '../../../base/displayText.ts';
import { isRecord } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { type ActionCounts, countActions, type FieldChange, type Plan, type PlanItem } from './filePlan.ts';
import { type FileProblem, fileProblemText } from './fileText.ts';

const signs = {
  create: '+',
  change: '~',
  rename: '~',
  delete: '-',
  blocked: '!',
  unchanged: '=',
} as const;

type PlaceOf = (path: string) => string;

/**
 * The item with its fields and problems; nothing for what stays as it is. `placeOf` makes the path of a file in
 * `plant/jobs/nightly.job.jsonc:3:5: error: …`, a format that editors and CI recognize.
 */
export function itemLines(item: PlanItem, localizer: Localizer, placeOf?: PlaceOf): readonly string[] {
  const { action, changes, problems, note } = item;
  const isPlain = problems.length === 0 && note === undefined;
  if (action === 'onlyOnServer' || (action === 'unchanged' && isPlain)) return [];
  const shown = changes.filter(({ after }) => action !== 'create' || !isEmpty(after));
  const details = [
    ...shown.map(change => changeText(change, localizer)),
    ...(note === undefined ? [] : [note]),
    ...problems.map(problem => problemLine(problem, localizer, placeOf)),
  ];
  return [`${signs[action]} ${itemTitle(item, localizer)}`, ...details.map(line => `    ${line}`)];
}

export function problemLine(
  { path, line, column, severity, ...problem }: FileProblem,
  { t }: Localizer,
  placeOf: PlaceOf = own => own,
): string {
  const words = { error: t('error'), warning: t('warning') };
  return `${placeOf(path)}:${line}:${column}: ${words[severity]}: ${fileProblemText(problem)}`;
}

/** The kind, name and file of an item. */
export function itemTitle(item: PlanItem, localizer: Localizer): string {
  const { kind, name, previousName = name, file } = item;
  const { t } = localizer;
  const after = objectTitle(item, localizer);
  const before = objectTitle({ ...item, name: previousName }, localizer);
  const title = previousName === name ? after : t('{before} → {after}', { before, after });
  const place = file === undefined ? '' : ` (${file.path})`;
  const isNamed = displayText(name) !== '' && displayText(previousName) !== '';
  return isNamed ? `${kind === 'job' ? t('job') : t('group')} ${title}${place}` : `${title}${place}`;
}

/** "Schedule: "A" → "B"", "Policies: + 12". */
export function changeText({ field, before, after }: FieldChange, localizer: Localizer): string {
  const label = fieldRow(field)?.label(localizer) ?? field;
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before.map(valueText), after.map(valueText)];
    const parts = [
      ...now.filter(item => !old.includes(item)).map(item => `+ ${item}`),
      ...old.filter(item => !now.includes(item)).map(item => `- ${item}`),
    ];
    if (parts.length > 0) return `${label}: ${parts.join(', ')}`;
  }
  if (before === undefined) return `${label}: ${valueText(after)}`;
  return `${label}: ${localizer.t('{before} → {after}', { before: valueText(before), after: valueText(after) })}`;
}

/** Quoted, to make spaces and line breaks visible. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ') || '[]';
  return isRecord(value) || typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Each item and problem of a plan; what stays as it is on the server is only counted. */
export function planLines(
  {
    items,
    problems,
    isComplete,
    counts = countActions(items),
  }: Pick<Plan, 'items' | 'problems' | 'isComplete'> & { readonly counts?: ActionCounts },
  localizer: Localizer,
  placeOf: PlaceOf,
): readonly string[] {
  const shown = [
    ...problems.map(problem => problemLine(problem, localizer, placeOf)),
    ...items.flatMap(item => itemLines(item, localizer, placeOf)),
  ];
  // If no file was readable, there is nothing to count.
  if (items.length === 0 && !isComplete) return shown;
  return [...shown, ...(shown.length > 0 ? [''] : []), countsLine(counts, localizer)];
}

function countsLine(counts: ActionCounts, { t }: Localizer): string {
  const { create, change, rename, delete: remove, unchanged, blocked, onlyOnServer } = counts;
  const pending = { create, change, rename, remove };
  const rest = { unchanged, blocked, onlyOnServer };
  return [
    t('To create: {create}, to change: {change}, to rename: {rename}, to delete: {remove}.', pending),
    t('Up to date: {unchanged}, cannot be applied: {blocked}, only on the server: {onlyOnServer}.', rest),
  ].join(' ');
}
