import { isPending, type Plan, serverText } from '../../files/filePlan.ts';
import { itemTitle, problemLine } from '../../files/planTexts.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { placeIn, withFileSet } from '../fileSets.ts';
import { connectionOptions } from '../optionTable.ts';
import { isApplicable } from '../planReports.ts';
import { unifiedDiff } from '../terminal/unifiedDiff.ts';
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
  if (!isApplicable(plan)) return 1;
  return plan.items.some(isPending) ? 2 : 0;
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
