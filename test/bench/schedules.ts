import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { ScheduleOutlook } from '../../src/recurrence/describe/scheduleOutlook.ts';
import { createPredictor } from '../../src/recurrence/expand/predictor.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { hostileTexts, isoInstant, vectors } from '../support/recurrenceFixtures.ts';
import { type BenchRow, limitRow, type Scale } from './benchRow.ts';
import { bundled } from './bundle.ts';

const jobs = 10_000;
const nowMs = Date.UTC(2026, 10, 20, 12);
const rounds = 3;

/** Schedules: the time to compute the next runs of a list, and the limit for any text. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  return [...(await nextRuns(scale)), ...anyText(scale), correctness(scale)];
}

const MeasuredSchema = z.object({ ms: z.number(), longestSliceMs: z.number() });
type Measured = z.infer<typeof MeasuredSchema>;

/** Each measured in its own process, because for the first list that is opened, no code has been compiled yet. */
async function nextRuns(scale: Scale): Promise<BenchRow[]> {
  const count = scale.size(jobs);
  const best = (schedules: number) => bestOf(() => inProcess(count, schedules), scale.rounds(rounds));
  const distinct = await best(count);
  const usual = await best(500);
  return [
    limitRow('next run of 10,000 jobs with 500 schedules, first call', 'ms', usual.ms, 300),
    limitRow('next run of 10,000 jobs, each with its own schedule, first call', 'ms', distinct.ms, 300),
    limitRow(
      'longest slice of these computations',
      'ms',
      Math.max(distinct.longestSliceMs, usual.longestSliceMs),
      16,
    ),
  ];
}

/** The best of several measurements, because other load on the machine only makes them worse. */
async function bestOf(measure: () => Promise<Measured>, times: number): Promise<Measured> {
  const measured: Measured[] = [];
  for (let round = 0; round < times; round++) measured.push(await measure());
  const least = (pick: (one: Measured) => number) => Math.min(...measured.map(pick));
  return { ms: least(one => one.ms), longestSliceMs: least(one => one.longestSliceMs) };
}

async function inProcess(count: number, schedules: number): Promise<Measured> {
  const file = await bundled(join(projectDirectory, 'test/bench/nextRunsProcess.ts'));
  const args = [file, String(count), String(schedules), String(nowMs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectDirectory });
  return MeasuredSchema.parse(JSON.parse(stdout));
}

/** The longest time that a hostile text blocks the editor: its description, warnings, problems and ten runs. */
function anyText(scale: Scale): BenchRow[] {
  let longestMs = 0;
  for (const { text } of hostileTexts.slice(0, scale.size(hostileTexts.length))) {
    const outlook = new ScheduleOutlook({
      serverZone: 'Europe/Moscow',
      readerZone: 'Europe/Berlin',
      localizer: englishLocalizer,
    });
    longestMs = Math.max(
      longestMs,
      Math.min(...Array.from({ length: scale.rounds(rounds) }, () => timeOf(outlook, text))),
    );
  }
  return [limitRow(`full analysis of any of ${hostileTexts.length} hostile texts`, 'ms', longestMs, 150)];
}

function timeOf(outlook: ScheduleOutlook, text: string): number {
  const startMs = performance.now();
  outlook.details(text, nowMs, 10);
  return performance.now() - startMs;
}

function correctness(scale: Scale): BenchRow {
  const all = vectors.filter(vector => vector.doubtful === undefined);
  const certain = all.slice(0, scale.size(all.length));
  const right = certain.filter(vector => {
    const predictor = createPredictor({ dialect: vector.dialect, zone: vector.zone });
    const { occurrences } = predictor.predict(vector.text, {
      fromMs: Date.parse(vector.from),
      toMs: Date.parse(vector.to),
      limit: vector.limit,
      ...(vector.anchor === undefined ? {} : { anchorMs: Date.parse(vector.anchor) }),
    });
    return occurrences.map(run => isoInstant(run.instantMs)).join() === vector.occurrences.join();
  });
  const percent = (100 * right.length) / certain.length;
  return {
    name: `vectors of the oracle that agree, of ${certain.length}`,
    value: percent,
    unit: '%',
    goal: '100 %',
    ok: percent === 100,
  };
}
