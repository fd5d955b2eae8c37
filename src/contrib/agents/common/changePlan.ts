import { sameField } from '../../../api/model/difference.ts';
import { type Draft, onlyFields } from '../../../api/model/draft.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { ObjectWrites } from '../../../api/writes/objectWrites.ts';
import { listOf } from '../../../base/json.ts';
import type { Redact } from '../../../base/redact.ts';
import { type RunFailure, type RunOne, runItems } from '../../../store/runs/runItems.ts';
import type { RunJournal } from '../../../store/runs/runJournal.ts';
import type { RunItem, RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { agentText, agentTexts, agentValue, scheduleLines, unlessEmpty } from './agentText.ts';

/** What a model gets, as JSON: members that are `undefined` are left out. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** What a change does to one object; `before` or `after` is empty if it is created or deleted. */
export interface PlannedItem {
  readonly kind: 'job' | 'group';
  readonly id: number | undefined;
  readonly name: string;
  readonly before: Draft;
  readonly after: Draft;
}

/** An object that stays as it is, and why. */
export interface SkippedItem {
  readonly id: number | undefined;
  readonly name: string;
  readonly why: string;
}

export type ChangeAction = 'change' | 'create' | 'stop' | 'delete' | 'members';

/** A change that can be shown, confirmed and applied: the objects are those that were read for it. */
export interface ChangePlan {
  readonly action: ChangeAction;
  readonly server: ServerConfig;
  readonly session: ServerSession;
  readonly items: readonly PlannedItem[];
  readonly skipped: readonly SkippedItem[];
  /** The devices that the jobs run on together, or that groups gain and lose, before and after. */
  readonly devices: { readonly before: number; readonly after: number; readonly isMore: boolean };
  /** What the user should know before the change, as sentences in the user's language. */
  readonly warnings: readonly string[];
  /** Sends the change, and records it. Call it once. */
  apply(run: PlanRun): Promise<Applied>;
}

export interface Applied {
  /** For the model. */
  readonly result: ToolResult;
  readonly record: RunRecord;
}

export interface PlanRun {
  readonly journal: Pick<RunJournal, 'begin'>;
  readonly signal: AbortSignal;
  readonly textOf: (error: unknown) => string;
}

/** A plan for a model, which knows from it what the user is asked to confirm. */
export function planResult({ action, server, items, skipped, devices, warnings }: ChangePlan): ToolResult {
  return {
    server: agentText(server.name),
    server_id: server.id,
    production: server.production === true,
    action,
    will_change: items.length,
    items: items.slice(0, shownAtMost).map(({ kind, id, name, ...fields }) => ({
      kind,
      id,
      name: agentText(name),
      ...fieldsResult(fields),
    })),
    items_not_shown: items.length > shownAtMost ? items.length - shownAtMost : undefined,
    skipped: skipped.length || undefined,
    skipped_items: unlessEmpty(
      skipped
        .slice(0, shownAtMost)
        .map(({ id, name, why }) => ({ id, name: agentText(name), why: agentText(why, 300) })),
    ),
    devices: { before: devices.before, after: devices.after, more_unknown: devices.isMore || undefined },
    warnings: agentTexts(warnings, 300, 8),
  };
}

const shownAtMost = 20;

/** Everything that is confirmed, whole but for secrets: a line for each value that comes or goes. */
export function planLines({ items, skipped, warnings }: ChangePlan, redact: Redact): readonly string[] {
  const lines = [
    ...items.flatMap(item => [titleOf(item), ...fieldLines(item).map(line => `  ${line}`)]),
    ...skipped.map(({ why, ...object }) => `${titleOf(object)} stays as it is: ${wholeText(why)}`),
    ...warnings.map(wholeText),
  ];
  return lines.flatMap(line => redact(line).match(/.{1,1000}/gsu) ?? []);
}

function titleOf({ kind, id, name }: Partial<PlannedItem> & Pick<PlannedItem, 'name'>): string {
  return [kind, id === undefined ? undefined : `#${id}`, JSON.stringify(wholeText(name))].join(' ').trim();
}

function fieldLines({ before, after }: Pick<PlannedItem, 'before' | 'after'>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(key => {
    const field = wholeText(key);
    const text = (value: unknown) => wholeText(JSON.stringify(value));
    const [had, has] = [before[key], after[key]];
    if (!Array.isArray(had ?? has) || !Array.isArray(has ?? had))
      return [
        `${field}: ${[had, has].flatMap(value => (value === undefined ? [] : text(value))).join(' → ')}`,
      ];
    const [hadSet, hasSet] = [new Set(listOf(had)), new Set(listOf(has))];
    return [
      ...[...hasSet].filter(item => !hadSet.has(item)).map(item => `${field}: + ${text(item)}`),
      ...[...hadSet].filter(item => !hasSet.has(item)).map(item => `${field}: - ${text(item)}`),
    ];
  });
}

function wholeText(text: string): string {
  return agentText(text, Number.POSITIVE_INFINITY);
}

/** Fields before and after; of lists only what is added and removed. */
function fieldsResult({ before, after }: Pick<PlannedItem, 'before' | 'after'>): ToolResult {
  const isList = (field: string) => Array.isArray(before[field]) && Array.isArray(after[field]);
  const lists = Object.keys(after).filter(isList);
  const without = (draft: Draft) =>
    agentDraft(
      onlyFields(
        draft,
        Object.keys(draft).filter(field => !isList(field)),
      ),
    );
  const changes = lists.map(field => {
    const [had, has] = [listOf(before[field]), listOf(after[field])];
    const [hadSet, hasSet] = [new Set(had), new Set(has)];
    const added = has.filter(item => !hadSet.has(item));
    const removed = had.filter(item => !hasSet.has(item));
    return [field, { added: agentValue(added, 80), removed: agentValue(removed, 80) }] as const;
  });
  const parts = { before: without(before), after: without(after), lists: Object.fromEntries(changes) };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}

function agentDraft(draft: Draft): Draft {
  const shown = ([field, value]: readonly [string, unknown]) =>
    field === 'params' ? scheduleLines(String(value)) : agentValue(value, 300, 30);
  return Object.fromEntries(Object.entries(draft).map(entry => [agentText(entry[0], 60), shown(entry)]));
}

/** One object of a run, and how it is sent. */
export interface RunPart {
  /** Absent for a second part of the same object. */
  readonly planned?: PlannedItem;
  readonly record: RunItem;
  readonly send: (...rest: Rest<Parameters<RunOne<RunPart>>>) => Promise<void>;
  /** Parts of a later stage are sent when those of the earlier ones have ended. */
  readonly stage?: number;
}

type Rest<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Others]
  ? Others
  : never;

interface PlannedParts
  extends Pick<ChangePlan, 'action' | 'devices'>,
    Partial<Pick<ChangePlan, 'skipped' | 'warnings'>> {
  readonly act: RunOperation;
  readonly parts: readonly RunPart[];
}

/** The plan of a change that is sent part by part. */
export function planParts(
  { server, session }: Pick<ChangePlan, 'server' | 'session'>,
  { act, parts, ...plan }: PlannedParts,
): ChangePlan {
  const items = parts.flatMap(({ planned }) => planned ?? []);
  const access = { server, session };
  return {
    skipped: [],
    warnings: [],
    ...plan,
    ...access,
    items,
    apply: run => applyParts(access, act, parts, run),
  };
}

/** Sends the parts as one run of the journal, which says that an agent asked for it. */
async function applyParts(
  { server, session }: Pick<ChangePlan, 'server' | 'session'>,
  act: RunOperation,
  parts: readonly RunPart[],
  { journal, signal, textOf }: PlanRun,
): Promise<Applied> {
  const notes = await journal.begin({
    act,
    by: 'agent',
    server: { id: server.id, name: server.name, url: server.url },
    items: parts.map(({ record }) => record),
  });
  const failureText = ({ error }: RunFailure) => textOf(error);
  try {
    await runItems<RunPart>({
      notes,
      items: parts.entries(),
      run: (part, ...rest) => part.send(...rest),
      stageOf: ({ stage = 0 }) => stage,
      textOf: failureText,
      signal,
      onProgress: () => undefined,
      pause: session.writes.pause,
    });
    const { record } = notes;
    return { result: outcomeResult(record), record };
  } finally {
    await notes.end();
  }
}

/** What came of each object, from the record of the run. */
export function outcomeResult(record: RunRecord): ToolResult {
  const count = (is: RunRecord['items'][number]['is']) => record.items.filter(item => item.is === is).length;
  const problems = record.items
    .filter(({ is }) => is !== 'done')
    .map(({ is, text = '', id, name }) => {
      return { id, name: agentText(name), is, why: text === '' ? undefined : agentText(text, 400) };
    });
  const created = record.items.flatMap(({ newId, name }) =>
    newId === undefined ? [] : [{ id: newId, name: agentText(name) }],
  );
  const isChanged = record.items.some(({ is }) => is !== 'failed' && is !== 'notSent');
  return {
    applied: isChanged,
    why: isChanged
      ? undefined
      : 'Nothing was changed: see problems. Read the objects again before you plan another change.',
    server: agentText(record.server.name),
    done: count('done'),
    of: record.items.length,
    created: unlessEmpty(created.slice(0, shownAtMost)),
    not_done: problems.length || undefined,
    problems: unlessEmpty(problems.slice(0, shownAtMost)),
    run: record.id,
  };
}

/**
 * The writes of objects that must be exactly as they were seen: a confirmation is about these values. Once the change is
 * sent, only its own fields are compared.
 */
export function unlessChanged<T>(
  objects: Pick<ObjectWrites<T>, 'change'>,
  toDraft: (object: T) => Draft,
  fields: readonly string[],
): Pick<ObjectWrites<T>, 'change'> {
  return {
    change: (seen, decide, options) => {
      let isFirst = true;
      return objects.change(
        seen,
        (now, requestedMs) => {
          const changed = isFirst ? changedFields(seen.draft, toDraft(now), fields) : [];
          isFirst = false;
          return changed.length > 0 ? { kind: 'conflict', fields: changed } : decide(now, requestedMs);
        },
        options,
      );
    },
  };
}

export function changedFields(seen: Draft, now: Draft, fields: readonly string[]): string[] {
  return fields.filter(field => !sameField(field, seen, now));
}
