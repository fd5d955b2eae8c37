import { clashTerm } from '../store/targets/clashTerm.ts';
import { findClashes } from '../store/targets/jobClashes.ts';
import type { CliPart } from './contribution.ts';

export const timelinePart: CliPart = { filterTerms: [{ ...clashTerm, find: findClashes }] };
