import type { CliContext } from '../../../cli/cliContext.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { severities } from '../common/checkedFleet.ts';
import { type FleetChoices, usualChoices } from '../common/fleetChecker.ts';
import { ruleIds } from '../common/fleetRules.ts';

const choices = [...severities, 'off'] as const;

/** The severities of --severity, as in the setting `deviceAutomation.fleet.rules`. */
export function choicesOf({
  options,
  localizer: { t },
}: Pick<CliContext<'severity'>, 'options' | 'localizer'>): FleetChoices {
  const chosen = options.values('severity').map(text => {
    const [name = '', word = '', ...others] = text.split('=');
    const [rule, severity] = [ruleIds.find(id => id === name), choices.find(known => known === word)];
    if (rule === undefined)
      throw new UsageError(
        t('The fleet check has no rule “{rule}”. Its rules are: {rules}.', {
          rule: name,
          rules: ruleIds.join(', '),
        }),
      );
    if (severity === undefined || others.length > 0)
      throw new UsageError(
        t('--severity must be RULE=SEVERITY, with one of: {words}.', { words: choices.join(', ') }),
      );
    return [rule, severity] as const;
  });
  return { ...usualChoices, severities: new Map(chosen) };
}
