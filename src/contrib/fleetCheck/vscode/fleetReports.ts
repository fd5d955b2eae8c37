import type { ServerConfig } from '../../../api/model/server.ts';
import { dateAndTime } from '../../../base/clockFormat.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { type LinkedLine, linkText } from '../../../base/linkedText.ts';
import { formatInteger } from '../../../base/localizer.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import type { ReportSource } from '../../../workbench/reports/reports.ts';
import { type FleetObject, severities } from '../common/checkedFleet.ts';
import { lackTexts, objectText, resultText, severityText } from '../common/findingTexts.ts';
import type { Finding, FleetResult } from '../common/fleetChecker.ts';
import { ruleIds, ruleRows, ruleWhy } from '../common/fleetRules.ts';

/** All findings of a server, with links to their objects, and what was not judged. */
export function fleetReport(
  server: Pick<ServerConfig, 'id' | 'name'>,
  resultOf: () => FleetResult | undefined,
): ReportSource {
  const name = displayText(server.name, 60);
  const command = 'deviceAutomation.fleet.check' as const;
  return {
    key: `fleet/${server.id}`,
    title: t('Fleet check of “{server}”', { server: name }),
    again: { title: t('Check Again'), command, args: [server.id, 'report'] },
    read: async () => {
      const result = resultOf();
      if (result === undefined) return undefined;
      return linkText(reportLines(server.id, name, result));
    },
  };
}

const headings = { error: 'Errors', warning: 'Warnings', information: 'Notes' } as const;

function reportLines(serverId: string, name: string, result: FleetResult): LinkedLine[] {
  const { findings, suppressed, rules } = result;
  const time = dateAndTime(Date.now(), localizer.language);
  const sections = severities.flatMap((severity): LinkedLine[] => {
    const found = findings.filter(finding => finding.severity === severity);
    if (found.length === 0) return [];
    const heading = `${t(headings[severity])} (${formatInteger(found.length, localizer.language)})`;
    return ['', heading, ...byRule(found).flatMap(rule => ruleLines(serverId, rule))];
  });
  const judged = rules.filter(({ lacks }) => lacks.length === 0);
  return [
    t('Fleet check of “{server}”, {time}', { server: name, time }),
    resultText(result, localizer),
    ...lackTexts(result, localizer),
    ...firstLines(findings),
    ...sections,
    ...(suppressed.length === 0 ? [] : ['', t('Suppressed')]),
    ...suppressed.map(({ finding, suppression: { reason, until } }): LinkedLine => {
      const why = joinTexts(
        ' · ',
        displayText(reason),
        until !== undefined && t('until {date}', { date: until }),
      );
      return [...findingLine(serverId, finding), ` (${why})`];
    }),
    '',
    t('Judged objects by rule'),
    ...judged.map(({ rule, judged: count }) => `  ${rule}: ${formatInteger(count, localizer.language)}`),
  ];
}

interface OfRule {
  readonly rule: Finding['rule'];
  readonly found: readonly Finding[];
}

/** The findings of each rule, those with the most of them first. */
function byRule(findings: readonly Finding[]): readonly OfRule[] {
  return ruleIds
    .map(rule => ({ rule, found: findings.filter(finding => finding.rule === rule) }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => b.found.length - a.found.length);
}

/** The rules with findings, the most severe ones first: all of it fits on the first screen. */
function firstLines(findings: readonly Finding[]): LinkedLine[] {
  const rules = severities.flatMap(severity => {
    const found = byRule(findings.filter(finding => finding.severity === severity));
    return found.map(
      ({ rule, found: { length } }) =>
        `  ${rule} (${severityText(severity, localizer)}): ${formatInteger(length, localizer.language)}`,
    );
  });
  return rules.length === 0 ? [] : ['', t('What to do first'), ...rules];
}

/** Indented, so that the editor can fold the findings of a rule. */
function ruleLines(serverId: string, { rule, found }: OfRule): LinkedLine[] {
  const count = formatInteger(found.length, localizer.language);
  return [
    `  ${rule} (${count}): ${ruleWhy(rule, localizer)}`,
    ...found.map(({ object, text }): LinkedLine => ['    ', objectLink(serverId, object), `: ${text}`]),
  ];
}

function findingLine(serverId: string, { rule, object, text }: Finding): Exclude<LinkedLine, string> {
  return ['  ', objectLink(serverId, object), `: ${text} [${rule}]`];
}

function objectLink(serverId: string, object: FleetObject) {
  const text = objectText(object, localizer);
  if (object.kind === 'job')
    return { text, command: 'deviceAutomation.job.open', argument: { id: object.id, server: serverId } };
  const argument = { kind: 'group', serverId, groupKey: object.rowKey };
  return { text, command: 'deviceAutomation.group.open', argument };
}

/** What each rule is about. A rule's number in `ruleIds` is the number of its line, from 1 on. */
export const rulesReport: ReportSource = {
  key: 'fleet/rules',
  get title() {
    return t('Rules of the fleet check');
  },
  isTransient: true,
  read: async () =>
    linkText(
      ruleIds.map(rule => `${rule} (${severityName(ruleRows[rule].severity)}): ${ruleWhy(rule, localizer)}`),
    ),
};

function severityName(severity: (typeof ruleRows)[keyof typeof ruleRows]['severity']): string {
  return severity === 'off' ? t('off') : severityText(severity, localizer);
}
