import { formSections } from '../fields/field.ts';

/** The parts of a form that can be folded: its sections, and the rarely used parts of the schedule. */
export const foldIds = [...formSections, 'exceptions', 'text', 'runs'] as const;
export type FoldId = (typeof foldIds)[number];

/** All other parts are open until the user folds them. */
export const closedAtFirst: ReadonlySet<FoldId> = new Set(['exceptions', 'text', 'runs'] as const);

/** The parts that the user has opened or closed. */
export type FoldStates = { readonly [Id in FoldId]?: boolean };
