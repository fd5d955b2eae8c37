import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { joinTexts } from '../../../base/displayText.ts';
import { responseSlices } from '../../../base/slices.ts';
import { timeZoneOf } from '../../../cli/cliConnection.ts';
import { type CliContext, type ExitCode, programVersion } from '../../../cli/cliContext.ts';
import { readTargets } from '../../../cli/jobChoice.ts';
import { stateFolderOf } from '../../../cli/journal.ts';
import { readExitCode, readJobs } from '../../../cli/namedObjects.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import { folderOf, placeIn } from '../../files/cli/fileSets.ts';
import { diskFolder } from '../../files/common/diskFolder.ts';
import { isComplete, readFileSet } from '../../files/common/fileSet.ts';
import { problemLine } from '../../files/common/planTexts.ts';
import { readRuns } from '../../history/cli/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { PauseFile } from '../../pause/common/pauseFile.ts';
import { type CheckedFleet, type FleetObject, type Severity, severities } from '../common/checkedFleet.ts';
import { lackTexts, objectText, resultText, severityText } from '../common/findingTexts.ts';
import {
  atLeast,
  type Finding,
  FleetChecker,
  type FleetChoices,
  type FleetResult,
} from '../common/fleetChecker.ts';
import { type RuleId, ruleIds, ruleRows, ruleWhy } from '../common/fleetRules.ts';
import { fleetOfSession } from '../common/fleetSources.ts';
import { HistoryKnowledge } from '../common/runKnowledge.ts';
import { type FileFleet, fleetOfFiles } from './fileFleet.ts';
import { choicesOf } from './fleetChoices.ts';

export async function lint(
  context: CliContext<'minimum-severity' | 'severity' | 'time-zone' | 'state-dir'>,
): Promise<ExitCode> {
  const { options, operands, localizer, output } = context;
  const { t } = localizer;
  const least = options.oneOf('minimum-severity', severities) ?? 'information';
  if (operands.length === 0) {
    if (output.format === 'sarif') throw new UsageError(t('SARIF is for a folder of files.'));
    return lintServer(context, least);
  }
  return lintFolder(context, folderOf(context), least);
}

function surroundingsOf({ options, localizer }: CliContext<'time-zone'>) {
  const zone = timeZoneOf(options, localizer);
  const readerZone = zone ?? localTimeZone();
  const outlook = new ScheduleOutlook({ serverZone: zone, readerZone, localizer });
  return { outlook, readerZone, localizer, nowMs: Date.now() };
}

async function lintServer(
  context: CliContext<'severity' | 'time-zone' | 'state-dir'>,
  least: Severity,
): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const surroundings = surroundingsOf(context);
  const { session, server } = context.connect();
  await readJobs(session, context);
  await readTargets(session, context);
  const runs = (await readRuns(session, context)) === 0 ? undefined : historyOf(session);
  const knowledge = runs && new HistoryKnowledge(runs).at(surroundings.nowMs, surroundings.outlook);
  const pauses = await new PauseFile(stateFolderOf(context), server.url).read();
  const fleet = fleetOfSession(session, { ...surroundings, runs: knowledge, pauses });
  const result = await check(fleet, choicesOf(context), least, signal);
  if (output.isDocument)
    output.document({
      server: { name: server.name, url: server.url },
      ...resultJson(result, undefined),
    });
  else
    printResult(context, result, ({ rule, severity, object, text }) => {
      const kind = object.kind === 'job' ? localizer.t('job') : localizer.t('group');
      return `${severityText(severity, localizer)}: ${rule}: ${kind} ${objectText(object, localizer)}: ${text}`;
    });
  if (readExitCode(session) !== 0) return 1;
  return result.findings.length > 0 ? 2 : 0;
}

async function lintFolder(
  context: CliContext<'severity' | 'time-zone'>,
  folder: string,
  least: Severity,
): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const toPath = placeIn(context);
  const set = await readFileSet(diskFolder(folder), { localizer, signal });
  const files = fleetOfFiles(set, toPath, surroundingsOf(context));
  const choices = { ...choicesOf(context), suppressions: files.suppressions };
  const result = await check(files.fleet, choices, least, signal);
  const problems = [...set.problems, ...files.problems];
  if (output.format === 'sarif') output.document(sarif(result, files, folder, localizer));
  else if (output.isDocument)
    output.document({ folder: toPath('.'), ...resultJson(result, files), problems });
  else
    printResult(context, result, ({ rule, severity, object, text }) => {
      const { file, line, column } = files.placeOf(object, rule);
      return `${toPath(file)}:${line}:${column}: ${severityText(severity, localizer)}: ${rule}: ${text}`;
    });
  if (!output.isDocument)
    for (const problem of problems) output.note(problemLine(problem, localizer, toPath));
  if (!isComplete(set)) return 1;
  return result.findings.length > 0 ? 2 : 0;
}

async function check(
  fleet: CheckedFleet,
  choices: FleetChoices,
  least: Severity,
  signal: AbortSignal,
): Promise<FleetResult> {
  const result = await new FleetChecker().check(fleet, choices, responseSlices(signal));
  return { ...result, findings: atLeast(least, result.findings) };
}

function printResult(
  { output, localizer }: CliContext,
  result: FleetResult,
  lineOf: (finding: Finding) => string,
): void {
  output.lines(result.findings.map(lineOf));
  output.lines([...(result.findings.length > 0 ? [''] : []), resultText(result, localizer)]);
  for (const text of lackTexts(result, localizer)) output.note(`${text}.`);
}

/** `files`: those that the objects come from, if they are not those of the server. */
function resultJson(result: FleetResult, files: FileFleet | undefined) {
  const { findings, suppressed, rules, jobs, groups } = result;
  return {
    judged: { jobs, groups },
    findings: findings.map(finding => findingJson(finding, files)),
    suppressed: suppressed.map(({ finding, suppression: { reason, until } }) => ({
      ...findingJson(finding, files),
      reason,
      until,
    })),
    rules,
  };
}

function findingJson({ rule, severity, object, related, text }: Finding, files: FileFleet | undefined) {
  // Objects of files have no IDs of a server.
  const describe = ({ kind, id, name }: FleetObject) =>
    files === undefined ? { kind, id, name } : { kind, name };
  const relatedFile = related && files?.placeOf(related, rule).file;
  return {
    rule,
    severity,
    ...describe(object),
    ...files?.placeOf(object, rule),
    text,
    related: related && { ...describe(related), file: relatedFile },
  };
}

const sarifLevels = { error: 'error', warning: 'warning', information: 'note' } as const;

/** A log in SARIF 2.1.0. Its paths are relative to the repository, as code scanning requires. */
function sarif(
  { findings, suppressed }: FleetResult,
  files: FileFleet,
  folder: string,
  localizer: CliContext['localizer'],
): object {
  const base = repositoryOf(folder) ?? folder;
  const locationOf = (object: Finding['object'], rule: RuleId) => {
    const { file, line, column } = files.placeOf(object, rule);
    const path = relative(base, join(folder, file));
    return {
      physicalLocation: {
        artifactLocation: { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
        region: { startLine: line, startColumn: column },
      },
    };
  };
  const toResult = ({ rule, severity, object, related, text }: Finding) => ({
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: sarifLevels[severity],
    message: { text: joinTexts(': ', object.name, text) },
    locations: [locationOf(object, rule)],
    ...(related && {
      relatedLocations: [{ ...locationOf(related, rule), message: { text: related.name } }],
    }),
  });
  const rules = ruleIds.map(id => ({
    id,
    shortDescription: { text: ruleWhy(id, localizer) },
    defaultConfiguration: levelOf(ruleRows[id].severity),
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'device-automation', version: programVersion, rules } },
        columnKind: 'utf16CodeUnits',
        results: [
          ...findings.map(toResult),
          ...suppressed.map(({ finding, suppression }) => ({
            ...toResult(finding),
            suppressions: [{ kind: 'inSource', justification: suppression.reason }],
          })),
        ],
      },
    ],
  };
}

function levelOf(severity: Severity | 'off') {
  return severity === 'off' ? { enabled: false } : { level: sarifLevels[severity] };
}

/** The nearest folder with a `.git`, which is a file in a work tree. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}
