import type { GroupManner, GroupStep } from '../groups/groupSteps.ts';
import { randomOf } from '../random.ts';
import { type Field, jobFields } from './records.ts';
import { type Below, themeNamed, themeNames } from './themes.ts';

type EditorAct =
  | 'openForm'
  | 'save'
  | 'autoSave'
  | 'focusSave'
  | 'overwrite'
  | 'formOverwrite'
  | 'formKeepBoth'
  | 'replace'
  | 'formSave'
  | 'revert'
  | 'compare'
  | 'close';

interface Typing {
  readonly kind: 'type' | 'formType' | 'typeBack';
  readonly doc: number;
  readonly field: Field;
  readonly value: number;
}

export type EditorStep = { readonly kind: EditorAct; readonly doc: number } | Typing;

/** One thing that happens in a round; `doc` and `job` are indexes that wrap around. */
export type Step =
  | EditorStep
  | GroupStep
  | { readonly kind: 'open'; readonly job: number }
  | { readonly kind: 'other'; readonly job: number; readonly field: Field; readonly value: number }
  | { readonly kind: 'switch'; readonly job: number; readonly enabled: boolean }
  | { readonly kind: 'switchAll'; readonly enabled: boolean }
  | { readonly kind: 'rename'; readonly job: number; readonly value: number }
  | { readonly kind: 'reuse' | 'delete'; readonly job: number }
  | { readonly kind: 'pass' | 'clockBack'; readonly ms: number }
  | { readonly kind: 'advance' | 'answer'; readonly which: number }
  | { readonly kind: 'settle' | 'refresh' | 'create' | 'moveServer' | 'kill' | 'otherWindow' };

export interface Plan {
  /** Whether the user resumes interrupted runs. */
  readonly resumes: boolean;
  readonly overwritesOnDisk: boolean;
  /** Set if the round is about groups. */
  readonly groups?: GroupManner;
  readonly steps: readonly Step[];
}

type Maker = (n: Below) => Step;

const fields: readonly Field[] = jobFields;

/** The number of jobs that are opened; a command on all of them exceeds the limit of concurrent requests. */
export const openedJobs = 3;
export const allJobs = 7;
const docs = 3;

/** The kinds of steps, with their weights. */
const makers: readonly (readonly [number, Maker])[] = [
  [6, n => ({ kind: 'open', job: n(openedJobs) })],
  [3, n => ({ kind: 'openForm', doc: n(docs) })],
  [12, n => ({ kind: 'type', doc: n(docs), field: fields[n(fields.length)] ?? 'name', value: n(1_000) })],
  [5, n => ({ kind: 'formType', doc: n(docs), field: fields[n(4)] ?? 'name', value: n(1_000) })],
  [2, n => ({ kind: 'typeBack', doc: n(docs), field: fields[n(fields.length)] ?? 'name', value: 0 })],
  [12, n => ({ kind: 'save', doc: n(docs) })],
  [3, n => ({ kind: 'formSave', doc: n(docs) })],
  [2, n => ({ kind: 'autoSave', doc: n(docs) })],
  [1, n => ({ kind: 'focusSave', doc: n(docs) })],
  [4, n => ({ kind: 'overwrite', doc: n(docs) })],
  [3, n => ({ kind: 'formOverwrite', doc: n(docs) })],
  [2, n => ({ kind: 'formKeepBoth', doc: n(docs) })],
  [1, n => ({ kind: 'replace', doc: n(docs) })],
  [3, n => ({ kind: 'revert', doc: n(docs) })],
  [2, n => ({ kind: 'compare', doc: n(docs) })],
  [1, n => ({ kind: 'close', doc: n(docs) })],
  [
    10,
    n => ({
      kind: 'other',
      job: n(openedJobs + 1),
      field: fields[n(fields.length)] ?? 'name',
      value: n(1_000),
    }),
  ],
  [3, n => ({ kind: 'switch', job: n(openedJobs), enabled: n(2) === 0 })],
  [5, n => ({ kind: 'pass', ms: [50, 300, 1_000, 3_600_000][n(4)] ?? 50 })],
  [1, n => ({ kind: 'clockBack', ms: [1_000, 3_600_000][n(2)] ?? 1_000 })],
  [4, () => ({ kind: 'refresh' })],
  [3, () => ({ kind: 'create' })],
  [1, () => ({ kind: 'moveServer' })],
  [2, () => ({ kind: 'kill' })],
  [2, n => ({ kind: 'switchAll', enabled: n(2) === 0 })],
  [2, n => ({ kind: 'rename', job: n(openedJobs), value: n(1_000) })],
  [1, n => ({ kind: 'reuse', job: n(allJobs) })],
  [1, n => ({ kind: 'delete', job: n(openedJobs) })],
  [2, () => ({ kind: 'otherWindow' })],
  [4, n => ({ kind: 'answer', which: n(3) })],
  [14, n => ({ kind: 'advance', which: n(4) })],
  [20, () => ({ kind: 'settle' })],
];

const needed: ReadonlySet<Step['kind']> = new Set(['type', 'save', 'settle', 'other']);

/**
 * Each plan leaves out some kinds of steps and is about few fields and documents, so that related steps meet more often
 * than if everything happened everywhere.
 */
export function planOf(seed: number): Plan {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const overwritesOnDisk = below(8) === 0;
  const resumes = below(2) === 0;
  const few = {
    fields: [1, 2, fields.length][below(3)] ?? 1,
    first: below(fields.length),
    docs: 1 + below(3),
  };
  const omitted = new Set<string>(optional.filter(() => below(4) === 0));
  const anySteps = (count: number) =>
    Array.from({ length: count }, () => bag[below(bag.length)]?.(below))
      .filter(step => step !== undefined)
      .filter(({ kind }) => !omitted.has(kind))
      .map(step => narrowed(step, few));
  const themed = themeNamed(themeNames[below(3 * themeNames.length)]);
  const first: readonly Step[] = [{ kind: 'open', job: 0 }, { kind: 'settle' }];
  if (themed === undefined)
    return { overwritesOnDisk, resumes, steps: [...first, ...anySteps(14 + below(20))] };
  const steps = themed(below, fields[few.first] ?? 'name').flatMap(step => [
    ...(below(6) === 0 ? anySteps(1) : []),
    step,
  ]);
  return { overwritesOnDisk, resumes, steps: [...first, ...steps, ...anySteps(below(10))] };
}

const optional = makers.map(([, maker]) => maker(() => 0).kind).filter(kind => !needed.has(kind));

interface Few {
  readonly fields: number;
  readonly first: number;
  readonly docs: number;
}

function narrowed(step: Step, few: Few): Step {
  if (step.kind === 'open' || step.kind === 'switch' || step.kind === 'rename' || step.kind === 'delete')
    return { ...step, job: step.job % few.docs };
  if (!('field' in step)) return step;
  const field = fields[(few.first + (fields.indexOf(step.field) % few.fields)) % fields.length] ?? 'name';
  if (step.kind === 'other')
    return { ...step, field, job: step.job < openedJobs ? step.job % few.docs : step.job };
  return { ...step, field };
}

/** Each generator as often as its weight. */
const bag = makers.flatMap(([weight, maker]) => Array.from({ length: weight }, () => maker));

/** One readable line. */
export function stepText(step: Step): string {
  const { kind, ...rest } = step;
  return `${kind} ${Object.entries(rest)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')}`.trim();
}
