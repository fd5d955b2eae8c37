import type { OptionRows } from '../../../cli/optionTable.ts';
import type { Severity } from '../common/checkedFleet.ts';

/** For the help, which loads none of the code that judges. */
export const severities = ['error', 'warning', 'information'] as const satisfies readonly Severity[];

/** The option of commands that judge by the rules. */
export const severityOption = {
  severity: {
    value: 'RULE=SEVERITY',
    isRepeatable: true,
    text: ({ t }) =>
      t(
        'Give a rule of the fleet check this severity: error, warning, information or off, as in the setting fleet.rules. May be repeated.',
      ),
  },
} satisfies OptionRows;
