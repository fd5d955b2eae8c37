import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { jobFields } from '../../../api/fields/jobFields.ts';
import { groupKey } from '../../../api/model/group.ts';
import { displayText } from '../../../base/displayText.ts';
import { jsonEqual } from '../../../base/json.ts';
import { stillSo } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import {
  givenServerId,
  rowsIn,
  rowsOnServer,
  type SessionAccess,
  sessionNamed,
} from '../../../workbench/commands/arguments.ts';
import type { Args, CommandContext, Uses } from '../../../workbench/commands/commandContext.ts';
import { readReachWithProgress } from '../../../workbench/commands/reachQuestion.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import type { JobChange } from '../../changeJobs/common/jobChange.ts';
import { changeThese } from '../../changeJobs/vscode/changeJobs.ts';
import { type FleetFix, objectKey } from '../common/checkedFleet.ts';
import { objectText, resultText } from '../common/findingTexts.ts';
import type { Finding } from '../common/fleetChecker.ts';
import { fixTitle } from './fleetActions.ts';
import type { FleetChecks } from './fleetChecks.ts';
import type { FleetSettings } from './fleetChoices.ts';
import type { FleetFindings } from './fleetFindings.ts';
import { fleetReport } from './fleetReports.ts';

/** The fleet check, for its commands. */
interface FleetAccess {
  readonly fleet: Pick<FleetChecks, 'check' | 'clear'> &
    Pick<FleetSettings, 'suppress'> & { readonly findings: Pick<FleetFindings, 'of' | 'result'> };
}

export const fleetCommands = {
  'deviceAutomation.fleet.check': checkFleet,
  'deviceAutomation.fleet.clear': clearFindings,
  'deviceAutomation.fleet.fix': fixFinding,
};

type FleetContext = SessionAccess & FleetAccess & Uses<'dialogs' | 'notices' | 'reports'>;

/** Checks the fleet of a server, whose lists are read whole first. */
async function checkFleet(context: FleetContext, args: Args): Promise<void> {
  const { dialogs, fleet, reports } = context;
  const session = await sessionNamed(context, givenServerId(args));
  if (session === undefined) return;
  const { server } = session;
  await readReachWithProgress(context, session);
  const title = t('Checking the fleet of “{server}”', { server: server.name });
  const result = await dialogs.progress(title, (_, signal) => fleet.check(session, signal));
  const report = fleetReport(server, () => fleet.findings.result(server.id) ?? result);
  if (args[1] === 'report') return reports.show(report);
  const [problems, inReport] = [t('Show Problems'), t('Show Report')];
  const isShown = fleet.findings.result(server.id) !== undefined && result.findings.length > 0;
  const actions = isShown ? [problems, inReport] : [inReport];
  const text = t('“{server}”: {result}', { server: server.name, result: resultText(result, localizer) });
  const answer = await dialogs.info(text, ...actions);
  if (answer === problems) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (answer === inReport) await reports.show(report);
}

async function clearFindings(context: FleetContext, args: Args): Promise<void> {
  const session = await sessionNamed(context, givenServerId(args));
  if (session === undefined) return;
  const { id, name } = session.server;
  if (context.fleet.findings.result(id) === undefined)
    return void context.dialogs.info(
      t('“{server}” has not been checked yet.', { server: displayText(name, 60) }),
    );
  await context.fleet.clear(id);
}

const nothingFound = () => t('The fleet check found nothing here. Run “Check Fleet” to check again.');

const ArgumentSchema = z.object({
  server: z.string(),
  kind: z.enum(['job', 'group']),
  id: z.int(),
  rule: z.string(),
  act: z.enum(['fix', 'suppress']),
});

interface Chosen {
  readonly session: ServerSession;
  readonly finding: Finding;
  /** `undefined` if the user has yet to choose. */
  readonly act: 'fix' | 'suppress' | undefined;
}

/** Fixes or suppresses what a rule found: on a row, at a problem in an open document, or any finding of the server. */
async function fixFinding(context: CommandContext & FleetAccess, args: Args): Promise<void> {
  const chosen = await chooseFinding(context, args);
  if (chosen === undefined) return;
  const act = chosen.act ?? (await askAct(context, chosen.finding));
  if (act === 'fix') await fix(context, chosen);
  if (act === 'suppress') await suppress(context, chosen);
}

async function chooseFinding(context: FleetContext, args: Args): Promise<Chosen | undefined> {
  const { dialogs, fleet } = context;
  const argument = ArgumentSchema.safeParse(args[0]).data;
  if (argument !== undefined) {
    const session = context.sessions.get(argument.server);
    const finding = fleet.findings
      .result(argument.server)
      ?.findings.find(
        ({ rule, object }) =>
          rule === argument.rule && object.kind === argument.kind && object.id === argument.id,
      );
    if (session !== undefined && finding !== undefined) return { session, finding, act: argument.act };
    await dialogs.info(nothingFound());
    return undefined;
  }
  const { session, findings } = findingsOfRow(context, args) ?? (await findingsOfServer(context)) ?? {};
  if (session === undefined || findings === undefined) return undefined;
  if (findings.length === 0) {
    await dialogs.info(nothingFound());
    return undefined;
  }
  const choices = findings.map((finding, index) => ({
    value: String(index),
    label: objectText(finding.object, localizer),
    description: finding.rule,
    detail: finding.text,
  }));
  const index = findings.length === 1 ? '0' : await dialogs.pick(t('Fix or Suppress Finding'), choices);
  const finding = index === undefined ? undefined : findings[Number(index)];
  return finding && { session, finding, act: undefined };
}

interface Found {
  readonly session: ServerSession;
  readonly findings: readonly Finding[];
}

function findingsOfRow(context: FleetContext, args: Args): Found | undefined {
  const rows = rowsIn(args);
  const { findings } = context.fleet;
  const jobs = rowsOnServer(context, rows, 'job');
  if (jobs !== undefined) {
    const { session } = jobs;
    const found = jobs.rows.flatMap(({ jobId: id }) => findings.of(session.server.id, { kind: 'job', id }));
    return { session, findings: found };
  }
  const groups = rowsOnServer(context, rows, 'group');
  if (groups === undefined) return undefined;
  const { session } = groups;
  const listed = groups.rows.flatMap(row => session.groups.entry(row.groupKey)?.group ?? []);
  const found = listed.flatMap(group =>
    findings.of(session.server.id, { kind: 'group', groupKey: groupKey(group) }),
  );
  return { session, findings: found };
}

async function findingsOfServer(context: FleetContext): Promise<Found | undefined> {
  const session = await sessionNamed(context, undefined);
  if (session === undefined) return undefined;
  return { session, findings: context.fleet.findings.result(session.server.id)?.findings ?? [] };
}

async function askAct(
  { dialogs }: FleetContext,
  { fix: offered, text, rule }: Finding,
): Promise<'fix' | 'suppress' | undefined> {
  const choices = [
    ...(offered === undefined ? [] : [{ value: 'fix' as const, label: fixTitle(offered) }]),
    { value: 'suppress' as const, label: t('Suppress “{rule}” Here…', { rule }) },
  ];
  const value = await dialogs.pick(displayText(text, 120), choices);
  return choices.find(choice => choice.value === value)?.value;
}

/**
 * The change is previewed, recorded and undone like any other. Before and after the preview, the rule judges the job
 * and its groups again as they are.
 */
async function fix(context: CommandContext & FleetAccess, chosen: Chosen): Promise<void> {
  const { session, finding } = chosen;
  const { object } = finding;
  if (finding.fix === undefined || object.kind !== 'job') return;
  const offered = await fixNow(context, chosen);
  const job = session.jobs.get(object.id);
  if (offered === undefined || job === undefined) return;
  const change = offered.kind === 'chooseFormats' ? await askFormats(context) : offered;
  const isStillSo = async () => jsonEqual(await fixNow(context, chosen, offered), offered);
  if (change !== undefined) await changeThese(context, session, { jobs: [job], change, isStillSo });
}

/** What the rule offers now, and tells the user if that is nothing, or not what was shown. */
async function fixNow(
  { dialogs, fleet }: FleetContext,
  { session, finding: { rule, object } }: Chosen,
  shown?: FleetFix,
): Promise<FleetFix | undefined> {
  if (object.kind !== 'job') return undefined;
  let now: FleetFix | undefined;
  const holds = async () => {
    const { findings } = await fleet.check(session);
    const isSame = (found: Finding) => found.rule === rule && objectKey(found.object) === objectKey(object);
    now = findings.find(isSame)?.fix;
    return now !== undefined && (shown === undefined || jsonEqual(now, shown));
  };
  const seen = { name: object.name };
  const [obstacle] = await stillSo(session, [{ does: 'change', kind: 'job', id: object.id, seen, holds }]);
  if (obstacle === undefined) return now;
  const words = {
    name: objectText(object, localizer),
    server: displayText(session.server.name, 60),
    rule,
  };
  await dialogs.info(
    obstacle.kind === 'gone'
      ? t('{name} does not exist on “{server}” anymore.', words)
      : t(
          '{name} on “{server}” is no longer as the fleet check found it (rule {rule}), so nothing was sent.',
          words,
        ),
  );
  return undefined;
}

async function askFormats({ dialogs }: FleetContext): Promise<JobChange | undefined> {
  const choices = jobFields.report_formats.examples.map(format => ({ value: format, label: format }));
  const items = await dialogs.pickMany(t('Choose Report Formats'), choices);
  if (items === undefined || items.length === 0) return undefined;
  return { kind: 'add', field: 'report_formats', items: [...items] };
}

async function suppress({ dialogs, fleet }: FleetContext, { session, finding }: Chosen): Promise<void> {
  const { rule, object } = finding;
  const title = t('Suppress “{rule}” for {name}', { rule, name: objectText(object, localizer) });
  const reason = await dialogs.input({
    title,
    prompt: t('Why is this intended? The reason is saved in your settings and shown in reports.'),
    validate: text => (text.trim() === '' ? t('Enter a reason.') : undefined),
  });
  if (reason === undefined) return;
  const until = await dialogs.input({
    title,
    prompt: t('The last day of the suppression, such as 2027-01-31. Leave empty for no end.'),
    validate: text => (isDay(text.trim()) ? undefined : t('Enter a date as YYYY-MM-DD, or nothing.')),
  });
  if (until === undefined) return;
  const day = until.trim() === '' ? {} : { until: until.trim() };
  await fleet.suppress(session.server.id, { rule, object, reason: reason.trim(), ...day });
}

function isDay(text: string): boolean {
  return text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)));
}
