import { dirname, relative, resolve } from 'node:path';
import { fileErrorText } from '../../../base/fileErrors.ts';
import { writePrivateFile } from '../../../base/privateFiles.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { SelectionError } from '../../../cli/optionTable.ts';
import { codeBlock } from '../../../cli/terminal/markdown.ts';
import { type ActionCounts, countActions, isPending, type Plan, type PlanItem } from '../common/filePlan.ts';
import { FilesError } from '../common/filesError.ts';
import { planFileText, readPlanFile, type StoredPlan } from '../common/planFile.ts';
import { planLines } from '../common/planTexts.ts';
import { placeIn } from './fileSets.ts';

/** What of a plan is printed; a stored one has the counts of all objects, but only the items that change any. */
export type ShownPlan = Pick<Plan, 'server' | 'isOwnServer' | 'isComplete' | 'items' | 'problems'> & {
  readonly counts?: ActionCounts;
};

/** Prints a plan in the format of the options. */
export function printPlan(context: CliContext, plan: ShownPlan, digest?: string): void {
  const { output, localizer } = context;
  if (output.isDocument) {
    output.document(planJson(plan, digest));
    return;
  }
  const lines = planLines(plan, localizer, placeIn(context));
  output.lines(output.format === 'markdown' ? markdownLines(lines, { plan, digest }, context) : lines);
}

/** Prints a plan, and writes it to its target. */
export function showPlan(context: CliContext, plan: ShownPlan, place: PlanPlace): ExitCode {
  const { output, localizer } = context;
  const { target } = place;
  const text = planText(plan, place);
  const digest = text && shortDigest(readPlanFile(text));
  if (target !== undefined && text !== undefined) writePlan(context, resolve(target), text);
  printPlan(context, plan, digest);
  // Printed last, because the problems above may fill many lines.
  if (!plan.isComplete && !output.isDocument)
    output.note(
      localizer.t('The plan is incomplete and cannot be applied, because some files cannot be read.'),
    );
  if (target !== undefined && digest === undefined)
    throw new SelectionError(
      localizer.t('No plan was written, because some of the changes cannot be applied.'),
    );
  if (target !== undefined && digest !== undefined)
    output.note(localizer.t('Plan written to “{path}”, digest {digest}.', { path: target, digest }));
  else if (digest !== undefined && output.format === 'table' && plan.items.some(isPending))
    output.note(localizer.t('Plan with the digest {digest}.', { digest }));
  return planExitCode(plan);
}

/** 0 if there is nothing to do, 2 if changes are planned, and 1 if a file cannot be read or applied. */
function planExitCode(plan: Pick<Plan, 'isComplete' | 'items'>): ExitCode {
  if (!isApplicable(plan)) return 1;
  return plan.items.some(isPending) ? 2 : 0;
}

/** Whether all files can be applied. */
export function isApplicable({ isComplete, items }: Pick<Plan, 'isComplete' | 'items'>): boolean {
  return isComplete && items.every(({ action }) => action !== 'blocked');
}

export interface PlanPlace {
  /** The file of --out. */
  readonly target?: string | undefined;
  /** The folder of the files. */
  readonly folder?: string;
}

/** The plan as a file; `undefined` if it cannot be applied. What must not be in a file is only an error with --out. */
function planText(plan: ShownPlan, { target, folder }: PlanPlace): string | undefined {
  if (!isApplicable(plan)) return undefined;
  const near = folder && (relative(dirname(resolve(target ?? '.')), folder).replaceAll('\\', '/') || '.');
  try {
    return planFileText(plan, near);
  } catch (error) {
    if (target !== undefined || !(error instanceof FilesError)) throw error;
    return undefined;
  }
}

function writePlan({ localizer }: CliContext, path: string, text: string): void {
  try {
    // Only for this user: it contains names and settings of the server.
    writePrivateFile(path, text);
  } catch (error) {
    throw new SelectionError(
      localizer.t('The plan was not written. {reason}', {
        reason: fileErrorText(error, localizer, path) ?? String(error),
      }),
    );
  }
}

/** Long enough to tell plans apart, and short enough to compare at a glance. */
export function shortDigest({ digest }: StoredPlan): string {
  return digest.slice(0, 16);
}

/** Comments of GitHub are at most 65,536 characters long. */
const longestComment = 60_000;
const unfolded = 40;

/**
 * The lines as a code block, in which nothing from a server is markup, a link or a mention; the fence is longer than
 * any in the lines.
 */
function markdownLines(
  lines: readonly string[],
  { plan, digest }: { readonly plan: ShownPlan; readonly digest: string | undefined },
  { localizer }: CliContext,
): readonly string[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > longestComment) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  const count = plan.items.filter(isPending).length;
  const title = isApplicable(plan)
    ? localizer.plural('Plan: {count} change|Plan: {count} changes', count)
    : localizer.t('Plan: it cannot be applied');
  const block = codeBlock(shown, 'diff');
  return [
    `### ${title}`,
    ...(digest === undefined ? [] : ['', `${localizer.t('Digest')}: \`${digest}\``]),
    '',
    ...(shown.length > unfolded ? ['<details>', '', ...block, '', '</details>'] : block),
    ...(left > 0
      ? [
          '',
          localizer.plural('{count} line left out, see the log.|{count} lines left out, see the log.', left),
        ]
      : []),
  ];
}

/** A plan for other programs. */
export function planJson(
  { server, isOwnServer, isComplete, items, problems, counts }: ShownPlan,
  digest?: string,
): unknown {
  return {
    digest,
    server: { name: server.name, url: server.url },
    ownServer: isOwnServer,
    complete: isComplete,
    counts: counts ?? countActions(items),
    items: items.map(itemJson),
    problems,
  };
}

export function itemJson({ file, ...item }: PlanItem) {
  const { action, kind, name, previousName, id, changes, note, problems } = item;
  return { action, kind, name, previousName, id, file: file?.path, changes, note, problems };
}
