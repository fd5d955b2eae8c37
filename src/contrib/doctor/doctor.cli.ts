import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions, general } from '../../cli/optionTable.ts';

const checkCommand = command({
  operands: '',
  synonyms: ['config', 'init', 'login'],
  texts: ({ t }) => ({
    summary: t('Check the connection to the server and report each step'),
    details: [
      t(
        'Checks the token, the proxy, the certificate and each read operation, and compares what the server returns with the API. Nothing is changed, and the report contains no secrets, so you can share it when you ask for help.',
      ),
      t('The exit code is 1 if a check fails.'),
    ],
    examples: {
      'device-automation check': t('The report as text.'),
      'device-automation check --ca-file plant-ca.pem -o json': t('With a CA file, as JSON.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('output'),
  },
  formats: ['json'],
  run: async context => (await import('./cli/check.ts')).checkConnection(context),
});

export const doctorPart: CliPart = { commands: { check: checkCommand } };
