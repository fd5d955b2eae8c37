import { englishLocalizer } from '../../base/localizer.ts';
import { keysOf } from '../../base/tables.ts';
import { knownIn } from './common/checkedFleet.ts';
import { judgesIn, ruleIds, ruleRows, ruleWhy } from './common/fleetRules.ts';

/** The table of rules in the documentation. */
export const ruleTable = {
  file: 'docs/fleet-check.md',
  name: 'rules',
  head: ['rule', 'severity', 'why', 'known', ...keysOf(knownIn), 'fix'],
  rows: ruleLines,
};

const ruleFixes: Readonly<Record<string, string>> = {
  'no-target': 'disable the job',
  'report-without-format': 'choose formats',
  'format-without-report': 'remove the formats',
  ended: 'disable the job',
  'device-twice': 'remove the devices that a group contains',
};

function ruleLines(): string[][] {
  return ruleIds.map(rule => {
    const { severity, needs = [] } = ruleRows[rule];
    const known = needs.map(need => `\`${need}\``).join(', ');
    const places = keysOf(knownIn).map(place => (judgesIn(place, rule) ? 'yes' : ''));
    const why = ruleWhy(rule, englishLocalizer);
    return [`\`${rule}\``, severity, why, known, ...places, ruleFixes[rule] ?? ''];
  });
}
