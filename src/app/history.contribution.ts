import { Histories } from '../servers/histories.ts';
import { runFacts } from '../views/runFacts.ts';
import { runMarks } from '../views/runMarks.ts';
import { runsPart } from '../views/runRow.ts';
import type { Host } from './host.ts';

/**
 * What was seen of past runs: recorded from the first session on, and shown in rows and tooltips. What the first rows do
 * not need is in `storedRuns.ts`: files, and notes in forms.
 */
export function addHistory({ sessions, clock, marks, jobParts, factSources }: Host): Histories {
  const histories = new Histories(sessions, clock);
  marks.add(runMarks(sessions, histories));
  jobParts.push(runsPart);
  factSources.push(runFacts);
  return histories;
}
