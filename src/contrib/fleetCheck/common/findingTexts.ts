import { displayText, joinTexts } from '../../../base/displayText.ts';
import { formatInteger, type Localizer } from '../../../base/localizer.ts';
import { keysOf } from '../../../base/tables.ts';
import type { FleetObject, Need, Severity } from './checkedFleet.ts';
import type { FleetResult } from './fleetChecker.ts';

const severityWords = { error: 'error', warning: 'warning', information: 'information' } as const;

export function severityText(severity: Severity, { t }: Localizer): string {
  return t(severityWords[severity]);
}

/** "Nightly update (#12)". */
export function objectText({ name, id }: FleetObject, { t }: Localizer): string {
  const text = displayText(name, 80) || t('without a name');
  return id === undefined ? text : `${text} (#${id})`;
}

/** "12 findings: 2 errors, 5 warnings, 5 notes. Judged: 10,000 jobs, 120 groups." */
export function resultText(
  { findings, suppressed, jobs, groups }: FleetResult,
  { plural, language, t }: Localizer,
): string {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('information')];
  const counts = joinTexts(
    ', ',
    errors > 0 && plural('{count} error|{count} errors', errors),
    warnings > 0 && plural('{count} warning|{count} warnings', warnings),
    notes > 0 && plural('{count} note|{count} notes', notes),
    suppressed.length > 0 && plural('{count} suppressed|{count} suppressed', suppressed.length),
  );
  const found = plural('{count} finding|{count} findings', findings.length);
  const words = { jobs: formatInteger(jobs, language), groups: formatInteger(groups, language) };
  return `${joinTexts(': ', found, counts)}. ${t('Jobs: {jobs}, groups: {groups}.', words)}`;
}

const lackReasons = {
  jobs: 'not all jobs have been read',
  groups: 'not all groups are known',
  groupIds: 'the IDs of some groups are unknown',
  targets: 'the groups have not been read',
  devices: 'files describe no devices',
  zone: 'the time zone of the server is unknown',
  runs: 'no runs were recorded',
  looks: 'devices have not been watched for a whole day since the start',
} as const satisfies Readonly<Record<Need, string>>;

/** Which rules judged nothing, by what they lack. */
export function lackTexts({ rules }: Pick<FleetResult, 'rules'>, { t }: Localizer): readonly string[] {
  return keysOf(lackReasons).flatMap(need => {
    const names = rules.filter(({ lacks }) => lacks[0] === need).map(({ rule }) => rule);
    const words = { reason: t(lackReasons[need]), rules: names.join(', ') };
    return names.length === 0 ? [] : [t('Not judged, because {reason}: {rules}', words)];
  });
}
