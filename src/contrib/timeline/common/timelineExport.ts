import type { Slices } from '../../../base/slices.ts';
import type { Predictor } from '../../../recurrence/expand/predictor.ts';
import { hourMs } from '../../../recurrence/text/calendarDay.ts';
import type { AgendaRow, TimelineModel } from './timelineModel.ts';
import { runsAtMost } from './timelineRuns.ts';
import { cellOf } from './timelineSpan.ts';

/** One run of a job, with what its line in the agenda says. */
export interface ExportedRun {
  readonly instantMs: number;
  readonly row: AgendaRow;
}

/** More would be a file of hundreds of megabytes. */
export const exportedRunsAtMost = 100_000;

/**
 * The runs of a timeline in chronological order, each on its own; the agenda has one line for an hour. At most
 * `exportedRunsAtMost`, the first ones.
 */
export async function exportedRuns(
  model: TimelineModel,
  predictor: Predictor,
  slices: Slices,
): Promise<readonly ExportedRun[]> {
  const runs: ExportedRun[] = [];
  for (let cell = 0; cell < model.jobsIn.length && runs.length < exportedRunsAtMost; cell++) {
    if (slices.isOver) await slices.rest();
    for (const row of model.rows({ from: cell, to: cell + 1 }, 0, Number.POSITIVE_INFINITY)) {
      if (slices.isOver) await slices.rest();
      for (const instantMs of instantsOf(row, model, predictor)) runs.push({ instantMs, row });
    }
  }
  return runs.sort((one, other) => one.instantMs - other.instantMs).slice(0, exportedRunsAtMost);
}

function instantsOf(
  { entry, cell, firstMs, count }: AgendaRow,
  { span }: TimelineModel,
  predictor: Predictor,
) {
  if (count === 1) return [firstMs];
  const isHere = (instantMs: number) => cellOf(instantMs, span) === cell;
  if (entry.times !== undefined) return entry.times.filter(isHere);
  // When the clock is set back, a cell lasts longer than an hour.
  const toMs = Math.min(span.toMs, firstMs + 4 * hourMs);
  const { occurrences } = predictor.predict(entry.text, {
    fromMs: firstMs,
    toMs,
    anchorMs: span.fromMs,
    limit: runsAtMost,
  });
  return occurrences
    .map(({ instantMs }) => instantMs)
    .filter(isHere)
    .slice(0, count);
}

async function textsOf(
  runs: readonly ExportedRun[],
  slices: Slices,
  textOf: (run: ExportedRun) => string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const run of runs) {
    if (slices.isOver) await slices.rest();
    texts.push(textOf(run));
  }
  return texts;
}

interface IcsSource {
  readonly server: { readonly id: string; readonly name: string };
  readonly nowMs: number;
  /** What the calendar says of a job. */
  readonly describe: (row: AgendaRow) => string;
}

/**
 * A calendar with an event for each run (RFC 5545). Times are in UTC, which needs no definition of a time zone and which
 * every calendar shows in its own. Events have no end, because the server does not say how long a run takes, and do not
 * make anybody look busy. The same run has the same UID in every export, so that an import updates it.
 */
export async function runsAsIcs(
  runs: readonly ExportedRun[],
  { server, nowMs, describe }: IcsSource,
  slices: Slices,
): Promise<string> {
  const stamp = icsTime(nowMs);
  const events = await textsOf(runs, slices, ({ instantMs, row }) => {
    const start = icsTime(instantMs);
    return icsLines(
      'BEGIN:VEVENT',
      `UID:job-${row.job.id}-${start}@${server.id.replace(/[^\w.-]/g, '-')}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${start}`,
      `SUMMARY:${icsEscape(row.job.name)}`,
      `DESCRIPTION:${icsEscape(describe(row))}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    );
  });
  const head = icsLines(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Device Automation//Timeline//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${icsEscape(server.name)}`,
  );
  return head + events.join('') + icsLines('END:VCALENDAR');
}

function icsLines(...lines: readonly string[]): string {
  return lines.map(line => `${foldLine(line)}\r\n`).join('');
}

/** "20261126T030000Z". */
function icsTime(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A value of type TEXT (3.3.11). Other control characters are not allowed in it. */
function icsEscape(text: string): string {
  return text
    .replace(/[\\;,]/g, mark => `\\${mark}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

const lineOctets = 75;

/** Lines of at most 75 octets, continued after a space, and never divided within a character (3.1). */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= lineOctets) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > lineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
