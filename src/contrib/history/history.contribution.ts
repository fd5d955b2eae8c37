import type { EarlyContribution } from '../../workbench/contribution.ts';
import { Histories } from './vscode/histories.ts';
import { runFacts } from './vscode/runFacts.ts';
import { runMarks } from './vscode/runMarks.ts';
import { runsPart } from './vscode/runRow.ts';

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
