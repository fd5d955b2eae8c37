import type { CliPart } from '../../cli/contribution.ts';
import { clashTerm } from './common/clashTerm.ts';
import { findClashes } from './common/jobClashes.ts';

export const timelinePart: CliPart = { filterTerms: [{ ...clashTerm, find: findClashes }] };
