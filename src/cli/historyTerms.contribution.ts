import type { FilterTerm } from '../store/filterTerm.ts';
import { filterTerms } from './filterTerms.contribution.ts';
import type { StateContext } from './journal.ts';
import { readRuns } from './seenRuns.ts';

/** The terms of contributions for one command, which reads what this computer saw of runs only if it needs it. */
export function filterTermsOf(context: StateContext): readonly FilterTerm[] {
  const load: FilterTerm['load'] = async session => {
    const count = await readRuns(session, context);
    const loaded = session.jobs.jobs.length;
    context.output.note(context.localizer.t('{count} of {loaded} jobs were watched.', { count, loaded }));
  };
  return filterTerms.map(term => (term.load === undefined ? term : { ...term, load }));
}
