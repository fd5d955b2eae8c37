import { runNotes } from '../forms/runNotes.ts';
import { Histories } from '../servers/histories.ts';
import { runFacts } from '../views/runFacts.ts';
import { runMarks } from '../views/runMarks.ts';
import { runsPart } from '../views/runRow.ts';
import type { Host } from './host.ts';

/** What was seen of past runs: recorded from the first session on, and shown in rows, tooltips and forms. */
export function addHistory({ sessions, clock, marks, jobParts, factSources, formNotes }: Host): Histories {
  const histories = new Histories(sessions, clock);
  marks.add(runMarks(sessions, histories));
  jobParts.push(runsPart);
  factSources.push(runFacts);
  formNotes.push(runNotes(histories));
  return histories;
}
