import { isPending, type Plan, serverText } from '../../files/filePlan.ts';
import { itemTitle, problemLine } from '../../files/planTexts.ts';
import { countBy } from '../../util/collections.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { placeIn, withFileSet } from '../fileSets.ts';
import { connectionOptions } from '../optionTable.ts';
import { planExitCode } from '../planReports.ts';
import { readPlan } from './plan.ts';

export const diffCommand = {
  operands: '[FOLDER|SNAPSHOT]',
  completes: 'file',
  summary: 'Print how the files differ from the server, line by line',
  details: [
    'Compares like “plan”, and prints a unified diff for each file that differs: - is on the server, + in the file.',
    'The exit codes are those of “plan”: 0 if nothing differs, 2 if something does, and 1 if a file cannot be read or applied. (With kubectl, 1 is a difference.)',
  ],
  options: [...connectionOptions],
  examples: {
    'device-automation diff plant --server-name Plant': 'The differences of the folder “plant”.',
  },
  run: context => withFileSet(context, folder => printDiff(context, folder)),
} as const satisfies CommandRow;

async function printDiff(context: CliContext, folder: string): Promise<ExitCode> {
  const plan = await readPlan(context, context.connect(), folder);
  const { output, localizer } = context;
  output.note(plan.problems.map(problem => problemLine(problem, localizer, placeIn(context))).join('\n'));
  for (const lines of diffs(plan, context)) output.lines(lines);
  return planExitCode(plan);
}

function* diffs(plan: Plan, { localizer, ...context }: CliContext): Iterable<readonly string[]> {
  const placeOf = placeIn(context);
  for (const item of plan.items) {
    const { file, action, changes } = item;
    if (!isPending(item) && (action !== 'blocked' || changes.length === 0)) continue;
    const [before, after] = [serverText(item, plan), file?.text ?? ''];
    const place = file === undefined ? itemTitle(item, localizer) : placeOf(file.path);
    yield [
      `--- ${before === '' ? '/dev/null' : `${plan.server.name}: ${item.previousName ?? item.name}`}`,
      `+++ ${after === '' ? '/dev/null' : place}`,
      ...unifiedDiff(before, after),
    ];
  }
}

/** A line of one text, or a common line of both. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

const linesAround = 3;

/**
 * The differing lines of two texts with three lines around them, as `diff -u` prints them. Lines are matched where they
 * occur once in both texts, and around those: in time proportional to the length, even for a list of 100,000 devices.
 */
export function unifiedDiff(before: string, after: string): readonly string[] {
  const lines = [...compare(linesOf(before), linesOf(after))];
  const output: string[] = [];
  let [old, now] = [1, 1];
  for (let index = 0; index < lines.length; ) {
    let first = index;
    while (lines[first]?.sign === ' ') first += 1;
    if (first === lines.length) break;
    const start = Math.max(index, first - linesAround);
    let [end, same] = [first, 0];
    for (; end < lines.length && same <= 2 * linesAround; end++)
      same = lines[end]?.sign === ' ' ? same + 1 : 0;
    end -= Math.max(0, same - linesAround);
    [old, now] = [old + start - index, now + start - index];
    const hunk = lines.slice(start, end);
    const [oldCount, newCount] = ['+', '-'].map(sign => hunk.filter(line => line.sign !== sign).length);
    output.push(`@@ -${rangeOf(old, oldCount ?? 0)} +${rangeOf(now, newCount ?? 0)} @@`);
    output.push(...hunk.map(({ sign, text }) => sign + text));
    [old, now, index] = [old + (oldCount ?? 0), now + (newCount ?? 0), end];
  }
  return output;
}

/** An empty range is after the line before it. */
function rangeOf(start: number, count: number): string {
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function* compare(before: readonly string[], after: readonly string[]): Iterable<DiffLine> {
  const [inBefore, inAfter] = [before, after].map(lines => countBy(lines, line => line));
  const places = new Map(after.map((line, index) => [line, index]));
  let [old, now] = [0, 0];
  for (const [index, line] of [...before.entries(), [before.length, undefined] as const]) {
    const isUnique = line !== undefined && inBefore?.get(line) === 1 && inAfter?.get(line) === 1;
    const place = isUnique ? (places.get(line) ?? -1) : line === undefined ? after.length : -1;
    if (place < now) continue;
    yield* between(before.slice(old, index), after.slice(now, place));
    if (line !== undefined) yield { sign: ' ', text: line };
    [old, now] = [index + 1, place + 1];
  }
}

/** Lines between two that match: those that are equal at the start and at the end, and the others. */
function* between(before: readonly string[], after: readonly string[]): Iterable<DiffLine> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  for (const text of before.slice(0, start)) yield { sign: ' ', text };
  for (const text of before.slice(start, before.length - end)) yield { sign: '-', text };
  for (const text of after.slice(start, after.length - end)) yield { sign: '+', text };
  for (const text of before.slice(before.length - end)) yield { sign: ' ', text };
}
