import { dirname, relative, resolve } from 'node:path';
import { type ActionCounts, countActions, isPending, type Plan, type PlanItem } from '../files/filePlan.ts';
import { planFileText, readPlanFile, type StoredPlan } from '../files/planFile.ts';
import { planLines } from '../files/planTexts.ts';
import { writePrivateFile } from '../util/privateFiles.ts';
import type { CliContext, ExitCode } from './cliContext.ts';
import { diskReason } from './failure.ts';
import { placeIn } from './fileSets.ts';
import { SelectionError } from './optionTable.ts';

/** What of a plan is printed; a stored one has the counts of all objects, but only the items that change any. */
export type ShownPlan = Pick<Plan, 'server' | 'isOwnServer' | 'isComplete' | 'items' | 'problems'> & {
  readonly counts?: ActionCounts;
};

/** Prints a plan in the format of the options. */
export function printPlan(context: CliContext, plan: ShownPlan, digest?: string): void {
  const { output, localizer } = context;
  if (output.isDocument) {
    output.document(planJson(plan));
    return;
  }
  const lines = planLines(plan, localizer, placeIn(context));
  output.lines(output.format === 'markdown' ? markdownLines(lines, { plan, digest }, context) : lines);
}

/** Prints a plan, and writes it to the file of --out. */
export function showPlan(context: CliContext, plan: ShownPlan, folder: string | undefined): ExitCode {
  const { output, localizer, options } = context;
  const target = options.value('out');
  const digest =
    target !== undefined && isApplicable(plan) ? writePlan(context, plan, { target, folder }) : undefined;
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
  return planExitCode(plan);
}

/** 0 if there is nothing to do, 2 if changes are planned, and 1 if a file cannot be read or applied. */
export function planExitCode(plan: Pick<Plan, 'isComplete' | 'items'>): ExitCode {
  if (!isApplicable(plan)) return 1;
  return plan.items.some(isPending) ? 2 : 0;
}

/** Whether all files can be applied. */
export function isApplicable({ isComplete, items }: Pick<Plan, 'isComplete' | 'items'>): boolean {
  return isComplete && items.every(({ action }) => action !== 'blocked');
}

interface PlanPlace {
  readonly target: string;
  /** The folder of the files. */
  readonly folder: string | undefined;
}

/** Returns the start of the digest of the file, by which people compare plans. */
function writePlan({ localizer: { t } }: CliContext, plan: ShownPlan, { target, folder }: PlanPlace): string {
  const path = resolve(target);
  const near =
    folder === undefined ? undefined : relative(dirname(path), folder).replaceAll('\\', '/') || '.';
  const text = planFileText(plan, near);
  try {
    // Only for this user: it contains names and settings of the server.
    writePrivateFile(path, text);
  } catch (error) {
    throw new SelectionError(
      t('The plan cannot be written: {reason}.', { reason: diskReason(error) ?? String(error) }),
    );
  }
  return shortDigest(readPlanFile(text));
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
  const longest = Math.max(2, ...[...shown.join('\n').matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const count = plan.items.filter(isPending).length;
  const title = isApplicable(plan)
    ? localizer.plural('Plan: {count} change|Plan: {count} changes', count)
    : localizer.t('Plan: it cannot be applied');
  const block = [`${fence}diff`, ...shown, fence];
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
export function planJson({ server, isOwnServer, isComplete, items, problems, counts }: ShownPlan): unknown {
  return {
    server: { name: server.name, url: server.url },
    ownServer: isOwnServer,
    complete: isComplete,
    counts: counts ?? countActions(items),
    items: items.map(itemJson),
    problems,
  };
}

export function itemJson({ action, kind, name, previousName, id, file, changes, problems }: PlanItem) {
  return { action, kind, name, previousName, id, file: file?.path, changes, problems };
}
