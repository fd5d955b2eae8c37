import { randomOf } from '../random.ts';
import type { Plan, Step } from '../saves/steps.ts';
import type { Below } from '../saves/themes.ts';
import { deviceCount, groupCount } from './groupSteps.ts';

type Maker = (n: Below) => Step;

const settle: Step = { kind: 'settle' };
const field = (n: Below) => (n(4) === 0 ? 'name' : 'server_set');

/** The kinds of steps, with their weights. */
const makers: readonly (readonly [number, Maker])[] = [
  [4, n => ({ kind: 'openGroup', group: n(groupCount) })],
  [8, n => ({ kind: 'type', doc: n(2), field: field(n), value: n(1_000) })],
  [3, n => ({ kind: 'formType', doc: n(2), field: field(n), value: n(1_000) })],
  [2, n => ({ kind: 'typeBack', doc: n(2), field: field(n), value: 0 })],
  [2, n => ({ kind: 'openForm', doc: n(2) })],
  [8, n => ({ kind: 'save', doc: n(2) })],
  [2, n => ({ kind: 'formSave', doc: n(2) })],
  [2, n => ({ kind: 'overwrite', doc: n(2) })],
  [2, n => ({ kind: 'formOverwrite', doc: n(2) })],
  [2, n => ({ kind: 'formKeepBoth', doc: n(2) })],
  [2, n => ({ kind: 'revert', doc: n(2) })],
  [1, n => ({ kind: 'compare', doc: n(2) })],
  [10, n => ({ kind: 'otherGroup', group: n(2), device: n(deviceCount) })],
  [2, n => ({ kind: 'otherGroupName', group: n(2), value: n(1_000) })],
  [6, n => ({ kind: 'removeDevice', group: n(2), device: n(deviceCount) })],
  [8, n => ({ kind: 'place', group: n(groupCount), device: n(deviceCount), to: n(2) })],
  [3, () => ({ kind: 'refreshGroups' })],
  [1, n => ({ kind: 'reuseGroup', group: n(2) })],
  [3, n => ({ kind: 'pass', ms: [50, 300, 3_600_000][n(3)] ?? 50 })],
  [1, () => ({ kind: 'moveServer' })],
  [1, () => ({ kind: 'kill' })],
  [1, () => ({ kind: 'otherWindow' })],
  [6, n => ({ kind: 'answer', which: n(3) })],
  [16, n => ({ kind: 'advance', which: n(4) })],
  [14, () => settle],
];

const bag = makers.flatMap(([weight, maker]) => Array.from({ length: weight }, () => maker));

function inOrder(stages: number): readonly Step[] {
  return Array.from({ length: stages }, () => ({ kind: 'advance', which: 0 }));
}

const answer: Step = { kind: 'answer', which: 0 };

/** Sequences of steps in which something could go wrong. */
const themes: readonly ((n: Below) => readonly Step[])[] = [
  /** Others change the group after the list was read, and before the command or during its prompt. */
  n => [
    { kind: 'otherGroup', group: 0, device: n(deviceCount) },
    { kind: 'removeDevice', group: 0, device: n(deviceCount) },
    ...(n(2) === 0 ? [{ kind: 'otherGroup', group: 0, device: n(deviceCount) } as const] : []),
    settle,
  ],
  /** Others change the group between a change and its undo. */
  n => [
    n(2) === 0
      ? { kind: 'removeDevice', group: 0, device: n(deviceCount) }
      : { kind: 'place', group: 1, device: n(deviceCount), to: 0 },
    answer,
    ...inOrder(8),
    { kind: 'otherGroup', group: n(2), device: n(deviceCount) },
    settle,
  ],
  /** Several changes of one group at the same time. */
  n => [
    ...[1, 2].map(
      (group): Step =>
        n(2) === 0
          ? { kind: 'place', group, device: n(deviceCount), to: 0 }
          : { kind: 'removeDevice', group: 0, device: n(deviceCount) },
    ),
    answer,
    answer,
    ...Array.from({ length: n(6) }, (): Step => ({ kind: 'advance', which: n(3) })),
    settle,
  ],
  /** The server assigns the ID to another group before the change reaches it. */
  n => [
    ...(n(2) === 0 ? [{ kind: 'removeDevice', group: 0, device: n(deviceCount) } as const] : []),
    { kind: 'reuseGroup', group: 0 },
    { kind: 'removeDevice', group: 0, device: n(deviceCount) },
    { kind: 'type', doc: 0, field: 'server_set', value: n(1_000) },
    { kind: 'save', doc: 0 },
    settle,
  ],
  /** Others change the devices that the user changes in a document. */
  n => [
    ...(n(2) === 0 ? [{ kind: 'openForm', doc: 0 } as const, settle] : []),
    { kind: 'type', doc: 0, field: 'server_set', value: n(1_000) },
    { kind: 'otherGroup', group: 0, device: n(deviceCount) },
    n(2) === 0 ? { kind: 'save', doc: 0 } : { kind: 'refreshGroups' },
    ...inOrder(6),
    n(2) === 0 ? answer : { kind: 'formKeepBoth', doc: 0 },
    settle,
    { kind: 'save', doc: 0 },
    settle,
  ],
  /** A window is killed while it changes groups, and the next one resumes the command. */
  n => [
    { kind: 'place', group: 1, device: n(deviceCount), to: 0 },
    answer,
    ...inOrder(n(8)),
    { kind: 'kill' },
    { kind: 'otherGroup', group: 0, device: n(deviceCount) },
    settle,
  ],
];

/** A round about groups: their documents, and commands on their devices. */
export function groupPlanOf(seed: number): Plan {
  const random = randomOf(seed);
  const n = (limit: number) => Math.floor(random() * limit);
  const any = (count: number) =>
    Array.from({ length: count }, () => bag[n(bag.length)]?.(n)).filter(step => step !== undefined);
  const groups = { ids: n(2) === 0, moves: n(2) === 0, undoes: n(2) === 0 };
  const opens: readonly Step[] = [0, 1].flatMap(group => [{ kind: 'openGroup', group }, settle]);
  const first: readonly Step[] = [{ kind: 'refreshGroups' }, settle, ...opens];
  const themed = themes[n(2 * themes.length)];
  const steps = themed === undefined ? any(12 + n(16)) : [...any(n(4)), ...themed(n), ...any(n(8))];
  return { overwritesOnDisk: n(8) === 0, resumes: n(2) === 0, groups, steps: [...first, ...steps] };
}
