import * as z from 'zod/mini';
import { formSections } from '../fields/field.ts';

/** The parts of a form that can be folded: its sections, and what is seldom used in the schedule. */
export const foldIds = [...formSections, 'exceptions', 'text', 'runs'] as const;
export type FoldId = (typeof foldIds)[number];

/** The others are open until somebody folds them. */
export const closedAtFirst: ReadonlySet<FoldId> = new Set(['exceptions', 'text', 'runs'] as const);

/** Sections that a person opened or closed. */
export const FoldsSchema = z.partialRecord(z.enum(foldIds), z.boolean());
export type FoldStates = z.infer<typeof FoldsSchema>;
