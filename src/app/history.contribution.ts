import { Histories } from '../servers/histories.ts';
import { runFacts } from '../views/runFacts.ts';
import { runMarks } from '../views/runMarks.ts';
import { runsPart } from '../views/runRow.ts';
import type { EarlyContribution } from './contribution.ts';

/** What was seen of past runs: recorded from the first session on, and shown in rows and tooltips. */
export const history: EarlyContribution = ({ sessions, clock }) => {
  const histories = new Histories(sessions, clock);
  return {
    marks: [runMarks(sessions, histories)],
    jobParts: [runsPart],
    factSources: [runFacts],
    disposables: [histories],
    close: () => histories.close(),
  };
};
