import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isComplete, readFileSet } from '../../files/fileSet.ts';
import { problemLine } from '../../files/planTexts.ts';
import { type Severity, severities } from '../../fleetCheck/checkedFleet.ts';
import { lackTexts, objectText, resultText, severityText } from '../../fleetCheck/findingTexts.ts';
import { type Finding, FleetChecker, type FleetResult } from '../../fleetCheck/fleetChecker.ts';
import { type RuleId, ruleIds, ruleRows, ruleWhy } from '../../fleetCheck/fleetRules.ts';
import { fleetOfSession } from '../../fleetCheck/fleetSources.ts';
import { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { findTimeZone } from '../../recurrence/text/timeZone.ts';
import { joinTexts } from '../../util/displayText.ts';
import { responseSlices } from '../../util/slices.ts';
import { type CliContext, type CommandRow, type ExitCode, programVersion } from '../cliContext.ts';
import { type FileFleet, fleetOfFiles, placeOfRule } from '../fileFleet.ts';
import { folderOf, placeIn } from '../fileSets.ts';
import { readGroups, readJobs } from '../namedObjects.ts';
import { connectionOptions, UsageError } from '../optionTable.ts';

export const lintCommand = {
  operands: '[FOLDER]',
  summary: 'Find what is set up wrong, on the server or in files',
  details: [
    'Judges all jobs and groups by the rules in docs/fleet-check.md: jobs without targets or work, schedules that never run, deleted groups, equal names and others. Without FOLDER, those of the server; with FOLDER, those in its files, without a connection.',
    'A rule that lacks what it needs judges nothing, and is named. In a file, the comment “// device-automation-ignore RULE: REASON” suppresses a finding, until a day with “RULE until 2027-01-31”.',
    'The exit code is 0 if nothing was found, 2 if something was, and 1 if the server or a file cannot be read.',
  ],
  options: [...connectionOptions, 'minimum-severity', 'time-zone', 'sarif', 'output', 'json'],
  completes: 'folder',
  examples: {
    'device-automation lint --minimum-severity warning': 'Errors and warnings on the server.',
    'device-automation lint plant --sarif': 'What code scanning in CI shows beside the files.',
  },
  run: async context => {
    const { options, operands, localizer } = context;
    const { t } = localizer;
    const least = severityOf(context);
    if (operands.length === 0) {
      if (options.has('sarif')) throw new UsageError(t('--sarif is for a folder of files.'));
      return lintServer(context, least);
    }
    return lintFolder(context, folderOf(context), least);
  },
} as const satisfies CommandRow;

/** Findings that are at least this severe are printed. */
function severityOf({ options, localizer: { t } }: CliContext): Severity {
  const text = options.value('minimum-severity') ?? 'information';
  const severity = severities.find(each => each === text);
  if (severity !== undefined) return severity;
  throw new UsageError(t('--minimum-severity must be one of: {names}.', { names: severities.join(', ') }));
}

function surroundingsOf({ options, localizer }: CliContext) {
  const zone = options.value('time-zone');
  if (zone !== undefined && findTimeZone(zone) === undefined)
    throw new UsageError(localizer.t('“{zone}” is not the name of a time zone.', { zone }));
  const readerZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const outlook = new ScheduleOutlook({ serverZone: zone, readerZone, localizer });
  return { outlook, readerZone, localizer, nowMs: Date.now() };
}

async function lintServer(context: CliContext, least: Severity): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const surroundings = surroundingsOf(context);
  const { session, server } = context.connect();
  await readJobs(session, context);
  await readGroups(session, context);
  await session.groups.identity.resolveFromJobs({ signal });
  const choices = { severities: new Map(), suppressions: [] };
  const slices = responseSlices(signal);
  const all = await new FleetChecker().check(fleetOfSession(session, surroundings), choices, slices);
  const result = { ...all, findings: atLeast(least, all.findings) };
  if (output.isDocument)
    output.document({ server: { name: server.name, url: server.url }, ...resultJson(result, findingJson) });
  else
    printResult(context, result, ({ rule, severity, object, text }) => {
      const kind = object.kind === 'job' ? localizer.t('job') : localizer.t('group');
      return `${severityText(severity, localizer)}: ${rule}: ${kind} ${objectText(object, localizer)}: ${text}`;
    });
  return result.findings.length > 0 ? 2 : 0;
}

async function lintFolder(context: CliContext, folder: string, least: Severity): Promise<ExitCode> {
  const { output, localizer, signal, options } = context;
  const placeOf = placeIn(context);
  const set = await readFileSet(folder, { localizer, signal });
  const files = fleetOfFiles(set, placeOf, surroundingsOf(context));
  const { suppressions, fleet } = files;
  const all = await new FleetChecker().check(
    fleet,
    { severities: new Map(), suppressions },
    responseSlices(signal),
  );
  const result = { ...all, findings: atLeast(least, all.findings) };
  const problems = [...set.problems, ...files.problems];
  if (options.has('sarif')) output.document(sarif(result, files, folder, localizer));
  else if (output.isDocument)
    output.document({
      folder: placeOf('.'),
      ...resultJson(result, finding => fileFindingJson(finding, files)),
      problems,
    });
  else
    printResult(context, result, ({ rule, severity, object, text }) => {
      const file = files.fileOf(object);
      const { line, column } = file === undefined ? { line: 1, column: 1 } : placeOfRule(file, rule);
      return `${placeOf(file?.path ?? '')}:${line}:${column}: ${severityText(severity, localizer)}: ${rule}: ${text}`;
    });
  if (!output.isDocument)
    for (const problem of problems) output.note(problemLine(problem, localizer, placeOf));
  if (!isComplete(set)) return 1;
  return result.findings.length > 0 ? 2 : 0;
}

function atLeast(least: Severity, findings: readonly Finding[]): readonly Finding[] {
  const most = severities.indexOf(least);
  return findings.filter(({ severity }) => severities.indexOf(severity) <= most);
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

function resultJson(result: FleetResult, toJson: (finding: Finding) => object) {
  const { findings, suppressed, rules, jobs, groups } = result;
  return {
    judged: { jobs, groups },
    findings: findings.map(toJson),
    suppressed: suppressed.map(({ finding, suppression: { reason, until } }) => ({
      ...toJson(finding),
      reason,
      until,
    })),
    rules,
  };
}

function findingJson({ rule, severity, object, related, text }: Finding): object {
  return {
    rule,
    severity,
    kind: object.kind,
    id: object.id,
    name: object.name,
    text,
    related: related && { kind: related.kind, id: related.id, name: related.name },
  };
}

function fileFindingJson(finding: Finding, files: FileFleet): object {
  const { rule, severity, object, related, text } = finding;
  const file = files.fileOf(object);
  const place = file && placeOfRule(file, rule);
  return {
    rule,
    severity,
    kind: object.kind,
    name: object.name,
    file: file?.path,
    line: place?.line,
    column: place?.column,
    text,
    related: related && { kind: related.kind, name: related.name, file: files.fileOf(related)?.path },
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
    const file = files.fileOf(object);
    const path = relative(base, join(folder, file?.path ?? ''));
    const { line, column } = file === undefined ? { line: 1, column: 1 } : placeOfRule(file, rule);
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
