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
    /^(commands\/(groups\/(add|move)Devices|groups\/device(Arguments|Questions)|deviceUses|dropRows|removeEverywhere|stopOnDevices)|views\/draggedRows)\.ts/,
  doctor: /^(doctor\/|commands\/servers\/checkConnection\.ts|cli\/commands\/check\.ts)/,
  files:
    /^(files|workspaceFiles|commands\/files)\/|^cli\/(commands\/(export|plan|apply|validate|delete|enable)|fileSets|planReports|plannedChanges|changes)\.ts|^platform\/exportedFiles\.ts/,
  fleetCheck:
    /^(fleetCheck|fleetProblems|commands\/fleet)\/|^servers\/fleet|^cli\/(commands\/lint|fileFleet|fleetChoices)\.ts/,
  groupTables: /^(model\/tables\/|commands\/groups\/(importTable|exportGroups)\.ts)/,
  history:
    /^history\/(?!serverTime|lookPlan)|^(store\/jobs\/(pastRuns|jobReads)|store\/(sinceTime|sessionHistory)|platform\/pastRunTexts|views\/run(Row|Marks|Facts)|forms\/runNotes|commands\/(jobs\/exportRuns|servers\/clearHistory)|notices\/historyNotices|servers\/histories)\.ts/,
  jsonEditing: /^documents\/language\//,
  observe: /^cli\/(observe\/|commands\/observe\.ts)/,
  scheduleBuilder: /^webview\/(schedule\/|form\/scheduleControl\.ts)/,
  statusBar: /^views\/statusBar\.ts/,
  timeline:
    /^(timeline\/(?!timelineDevices)|timelinePanel\/|webview\/timeline|protocol\/timeline|store\/targets\/jobClashes\.ts)/,
  undo: /^commands\/(retryRun|showActivity|interruptedRuns|runs\/(undoPlan|readBackRun|repointJobs))\.ts/,
  watching: /^(watching\/|servers\/watchedRuns\.ts)/,
};

/** Where contributions are listed and connected. */
const composition =
  /^(app\/|(app|extension|cli\/main|cli\/commandTable|cli\/optionTable|commands\/table|commands\/commandContext)\.ts)/;

function contributionOf(file: string): string | undefined {
  return Object.entries(contributions).find(([, files]) => files.test(file))?.[0];
}

/** The files of the kernel that import a file of a contribution, each as `file -> contribution`, sorted. */
export function kernelArrows(sources: Sources): string[] {
  const arrows = new Set<string>();
  for (const [file, text] of sources) {
    if (composition.test(file) || contributionOf(file) !== undefined) continue;
    for (const { specifier } of importsOf(text)) {
      if (!specifier.startsWith('.')) continue;
      const target = contributionOf(posix.join(posix.dirname(file), specifier));
      if (target !== undefined) arrows.add(`${file} -> ${target}`);
    }
  }
  return [...arrows].sort();
}
