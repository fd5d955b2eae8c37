import { posix } from 'node:path';
import { importsOf, type Sources } from './houseRules.ts';

/**
 * The files of each contribution: an ability that the kernel is to know nothing of. Everything else is kernel, besides
 * the files that list or connect contributions.
 */
const contributions: Readonly<Record<string, RegExp>> = {
  agents: /^(agents|cli\/mcp|commands\/agents)\/|^(cli\/commands\/mcp|platform\/offered\/lazyTools)\.ts/,
  changeJobs: /^commands\/jobs\/change|^(commands\/jobsForGroups|model\/(jobChange|spanText))\.ts/,
  demo: /^(demo\/|servers\/demo\.ts)/,
  devices:
    /^(commands\/(groups\/(add|move)Devices|groups\/device(Arguments|Questions)|deviceUses|places|goTo|dropRows|removeEverywhere|stopOnDevices)|model\/tables\/pastedDevices|views\/draggedRows)\.ts/,
  doctor:
    /^(doctor\/|commands\/servers\/checkConnection\.ts|commands\/reportIssue\.ts|cli\/commands\/check\.ts)/,
  files:
    /^(files|workspaceFiles|commands\/files)\/|^cli\/(commands\/(export|plan|apply|validate|delete|enable)|fileSets|planReports|plannedChanges|changes)\.ts|^platform\/exportedFiles\.ts/,
  fleetCheck:
    /^(fleetCheck|fleetProblems|commands\/fleet)\/|^servers\/fleet|^cli\/(commands\/lint|fileFleet|fleetChoices)\.ts/,
  groupTables: /^(model\/tables\/groupTable|commands\/groups\/(importTable|exportGroups))\.ts/,
  history:
    /^history\/(?!serverTime|lookPlan)|^(store\/jobs\/(pastRuns|jobReads)|store\/(historyTerms|sessionHistory)|cli\/seenRuns|platform\/pastRunTexts|views\/run(Row|Marks|Facts)|forms\/runNotes|commands\/(jobs\/exportRuns|servers\/clearHistory)|notices\/historyNotices|servers\/histories)\.ts/,
  jsonEditing: /^documents\/language\//,
  observe: /^cli\/(observe\/|commands\/observe\.ts)/,
  scheduleBuilder: /^webview\/(schedule\/|form\/scheduleControl\.ts)/,
  statusBar: /^views\/statusBar\.ts/,
  timeline:
    /^(timeline\/(?!timelineDevices)|timelinePanel\/|webview\/timeline|protocol\/timeline|store\/targets\/(jobClashes|clashTerm)\.ts)/,
  undo: /^commands\/(retryRun|showActivity|interruptedRuns|undoActions|undoCommands|runs\/(undoPlan|undoRun|readBackRun|repointJobs))\.ts/,
  watching: /^(watching\/|servers\/watchedRuns\.ts|app\/watchCommands\.ts)/,
};

export const contributionNames = Object.keys(contributions);

/** Where contributions are listed and connected. */
const composition =
  /^(app\/|(app|extension|later|contributions|earlyContributions|cliContributions|webview\/form|cli\/main|commands\/table|commands\/commandContext)\.ts)|\.contribution\.ts$/;

function contributionOf(file: string): string | undefined {
  return Object.entries(contributions).find(([, files]) => files.test(file))?.[0];
}

/** The files of the kernel that import a file of a contribution, each as `file -> contribution`, sorted. */
export function kernelArrows(sources: Sources): string[] {
  const kernel = [...sources.keys()].filter(file => contributionOf(file) === undefined);
  return arrowsFrom(kernel, sources, file => file);
}

/** The contributions that import a file of another one, each as `contribution -> contribution`, sorted. */
export function contributionArrows(sources: Sources): string[] {
  const files = [...sources.keys()].filter(file => contributionOf(file) !== undefined);
  return arrowsFrom(files, sources, file => contributionOf(file) ?? file);
}

function arrowsFrom(files: readonly string[], sources: Sources, nameOf: (file: string) => string): string[] {
  const arrows = new Set<string>();
  for (const file of files) {
    if (composition.test(file)) continue;
    for (const { specifier } of importsOf(sources.get(file) ?? '')) {
      if (!specifier.startsWith('.')) continue;
      const target = contributionOf(posix.join(posix.dirname(file), specifier));
      if (target !== undefined && target !== nameOf(file)) arrows.add(`${nameOf(file)} -> ${target}`);
    }
  }
  return [...arrows].sort();
}
