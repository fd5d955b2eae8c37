import type { Field } from './records.ts';
import type { Step } from './steps.ts';

/** A random integer from 0 (inclusive) to the limit (exclusive). */
export type Below = (limit: number) => number;

/** Steps about one field of the first document, in an order that once led to a defect. */
type Theme = (n: Below, field: Field) => readonly Step[];

const doc = 0;
const settle: Step = { kind: 'settle' };
const save: Step = { kind: 'save', doc };

/** Advances the pending requests, each by up to a whole exchange. */
function advances(n: Below, atMost: number): readonly Step[] {
  return Array.from({ length: n(atMost + 1) }, () => ({ kind: 'advance', which: n(3) }));
}

/** Advances the oldest request by this many stages. */
function inOrder(stages: number): readonly Step[] {
  return Array.from({ length: stages }, () => ({ kind: 'advance', which: 0 }));
}

const themes = {
  /** Others write again between the conflict that the user sees and their Overwrite. */
  overwriting: (n, field) => {
    const others: Step = { kind: 'other', job: 0, field, value: n(1_000) };
    return [
      { kind: 'type', doc, field, value: n(1_000) },
      others,
      save,
      settle,
      { ...others, value: n(1_000) },
      { kind: 'overwrite', doc },
      settle,
    ];
  },
  /** The same with the form's button. */
  overwritingInForm: (n, field) => {
    const others: Step = { kind: 'other', job: 0, field, value: n(1_000) };
    return [
      { kind: 'openForm', doc },
      settle,
      { kind: 'type', doc, field, value: n(1_000) },
      others,
      n(2) === 0 ? { kind: 'refresh' } : save,
      settle,
      { ...others, value: n(1_000) },
      { kind: 'formOverwrite', doc },
      settle,
    ];
  },
  /** A new document keeps its tab because the user continues typing, and others change what was created. */
  creating: (n, field) => {
    const typing = (): Step => ({ kind: 'type', doc: 1, field, value: n(1_000) });
    const saving: Step = { kind: 'save', doc: 1 };
    return [
      { kind: 'create' },
      settle,
      typing(),
      saving,
      ...advances(n, 1),
      typing(),
      settle,
      { kind: 'other', job: 3, field, value: n(1_000) },
      saving,
      settle,
      saving,
      settle,
    ];
  },
  /** A command's response, older than what others wrote, arrives while a save is reading. */
  lateResponse: (n, field) => [
    { kind: 'type', doc, field, value: n(1_000) },
    { kind: 'switch', job: 0, enabled: n(2) === 0 },
    // The command reads the job, and its write reaches the server.
    { kind: 'advance', which: 0 },
    { kind: 'advance', which: 0 },
    { kind: 'advance', which: 0 },
    { kind: 'pass', ms: 300 },
    save,
    // VS Code requests the version first, then the save reads.
    { kind: 'advance', which: 1 },
    { kind: 'advance', which: 1 },
    { kind: 'other', job: 0, field, value: n(1_000) },
    { kind: 'advance', which: 1 },
    { kind: 'advance', which: 0 },
    ...advances(n, 3),
    settle,
  ],
  /** The text is saved while VS Code reloads it. */
  readingAgain: (n, field) => [
    { kind: 'other', job: 0, field, value: n(1_000) },
    { kind: 'pass', ms: 300 },
    n(2) === 0 ? { kind: 'revert', doc } : { kind: 'refresh' },
    ...advances(n, 5),
    save,
    ...advances(n, 3),
    settle,
  ],
  /** A form shows a document whose text the server stores differently from what was typed. */
  inForm: n => [
    { kind: 'openForm', doc },
    settle,
    { kind: 'type', doc, field: n(2) === 0 ? 'params' : 'policies', value: n(1_000) },
    n(2) === 0 ? save : { kind: 'formSave', doc },
    ...advances(n, 6),
    settle,
  ],
  /** The server's URL changes to one where the same ID belongs to another object. */
  moving: (n, field) => [
    { kind: 'type', doc, field, value: n(1_000) },
    ...(n(2) === 0 ? [save, ...advances(n, 3)] : []),
    { kind: 'moveServer' },
    ...(n(2) === 0 ? [settle] : []),
    save,
    settle,
  ],
  /** The user continues typing during a save. */
  typingOn: (n, field) => [
    { kind: 'type', doc, field, value: n(1_000) },
    save,
    ...advances(n, 3),
    n(2) === 0 ? { kind: 'typeBack', doc, field, value: 0 } : { kind: 'type', doc, field, value: n(1_000) },
    ...(n(2) === 0 ? [save] : [settle, save]),
    settle,
  ],
  /** Others change the same list, and the user keeps both. */
  keepingBoth: n => [
    { kind: 'type', doc, field: 'policies', value: n(1_000) },
    { kind: 'other', job: 0, field: 'policies', value: n(1_000) },
    save,
    ...inOrder(6),
    { kind: 'answer', which: 0 },
    ...(n(2) === 0 ? [{ kind: 'other', job: 0, field: 'policies', value: n(1_000) } as const] : []),
    settle,
  ],
  /** The user renames a job that others have renamed since its name was read. */
  renaming: n => {
    const others: Step = { kind: 'other', job: 0, field: 'name', value: n(1_000) };
    const rename: Step = { kind: 'rename', job: 0, value: n(1_000) };
    const last: Step = { kind: 'advance', which: 1 };
    if (n(2) === 0) return [others, rename, ...advances(n, 3), settle];
    // A read that started later ends before the one that the rename waits for.
    return [rename, ...inOrder(1), others, { kind: 'refresh' }, last, last, settle];
  },
  /** The same with the form's button. */
  keepingBothInForm: n => [
    { kind: 'openForm', doc },
    settle,
    { kind: 'type', doc, field: 'policies', value: n(1_000) },
    { kind: 'other', job: 0, field: 'policies', value: n(1_000) },
    n(2) === 0 ? { kind: 'refresh' } : save,
    settle,
    { kind: 'formKeepBoth', doc },
    settle,
  ],
  /** Others write between the comparison that the user sees and the replacement of the whole job. */
  replacing: (n, field) => [
    ...(n(2) === 0 ? [{ kind: 'openForm', doc } as const, settle] : []),
    { kind: 'type', doc, field, value: n(1_000) },
    { kind: 'replace', doc },
    ...inOrder(10),
    ...(n(2) === 0 ? [{ kind: 'other', job: 0, field, value: n(1_000) } as const] : []),
    ...(n(4) === 0 ? [{ kind: 'revert', doc } as const, save] : []),
    { kind: 'answer', which: 0 },
    // The job is read again, and then replaced.
    ...inOrder(n(4)),
    ...(n(2) === 0 ? [{ kind: 'type', doc, field, value: n(1_000) } as const] : []),
    settle,
  ],
  /** A window sleeps in the middle of a run on all jobs, and the user switches to the other open one. */
  sleeping: n => [
    { kind: 'otherWindow' },
    settle,
    { kind: 'otherWindow' },
    { kind: 'switchAll', enabled: false },
    // All seven jobs are read before the prompt.
    ...inOrder(14),
    { kind: 'answer', which: 0 },
    ...advances(n, n(12)),
    { kind: 'pass', ms: 3_600_000 },
    { kind: 'otherWindow' },
    { kind: 'answer', which: 0 },
    ...advances(n, n(12)),
    ...(n(2) === 0 ? [{ kind: 'kill' } as const] : []),
    { kind: 'otherWindow' },
    ...advances(n, n(6)),
    settle,
  ],
  /** The server assigns the ID of the job with unsaved text to a new one. */
  reusing: n => [
    { kind: 'type', doc, field: 'run_on_start', value: n(1_000) },
    { kind: 'reuse', job: 0 },
    ...(n(2) === 0 ? [{ kind: 'refresh' } as const, settle] : []),
    save,
    ...inOrder(6),
    ...(n(2) === 0 ? [{ kind: 'answer', which: 0 } as const] : []),
    settle,
    save,
    settle,
  ],
  /** Others delete the job with unsaved text. */
  deleting: (n, field) => [
    { kind: 'type', doc, field, value: n(1_000) },
    { kind: 'delete', job: 0 },
    save,
    ...inOrder(6),
    { kind: 'answer', which: n(3) },
    ...(n(2) === 0 ? [settle, save] : []),
    settle,
  ],
  /** The user has the same job open in two windows, and the one with unsaved text is killed. */
  inTwoWindows: (n, field) => [
    { kind: 'type', doc, field, value: n(1_000) },
    ...(n(2) === 0 ? [{ kind: 'other', job: 0, field, value: n(1_000) } as const] : []),
    { kind: 'otherWindow' },
    { kind: 'open', job: 0 },
    settle,
    ...(n(2) === 0 ? [{ kind: 'type', doc, field, value: n(1_000) } as const, save, settle] : []),
    { kind: 'otherWindow' },
    ...(n(2) === 0 ? [{ kind: 'kill' } as const, settle] : []),
    save,
    settle,
  ],
} satisfies Readonly<Record<string, Theme>>;

export const themeNames: readonly string[] = Object.keys(themes);

export function themeNamed(name: string | undefined): Theme | undefined {
  return Object.entries(themes).find(([other]) => other === name)?.[1];
}
