import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions, general } from '../../cli/optionTable.ts';
import { severityOption } from '../fleetCheck/cli/severityOption.ts';

const observeCommand = command({
  operands: '',
  texts: ({ t }) => ({
    summary: t('Record the runs of all jobs, as a service'),
    details: [
      t(
        'Checks the status of each job when its schedule says that it runs, follows it while it executes, and stores what it sees in the state folder. The extension and other programs of the same user on this computer use the same folder. Nothing is changed on the server, so a token that may only read is enough.',
      ),
      t(
        'Each run that starts or ends, and each planned run that did not happen, is printed as one line of JSON; messages go to standard error, as JSON with -o json. Metrics for Prometheus are written to a file or served over HTTP.',
      ),
      t(
        'Runs until SIGTERM or Ctrl+C, which end it with exit code 0. While the server is not available or rejects the token, it keeps trying. The exit code is 1 if it cannot begin, or with --once if the server is not available.',
      ),
    ],
    examples: {
      'device-automation observe --token-file token.txt --metrics-listen 9754': t(
        'Record all runs, and serve metrics on this computer only.',
      ),
      'device-automation observe --once --metrics jobs --metrics-textfile jobs.prom': t(
        'Check once, for cron, and write metrics of each job.',
      ),
    },
  }),
  options: {
    ...connectionOptions,
    once: {
      text: ({ t }) =>
        t("Check as many jobs as a minute's requests allow once, the most urgent ones first, and exit."),
    },
    'requests-per-minute': {
      value: 'NUMBER',
      most: 6_000,
      text: ({ t }) => t('How many requests to send per minute at most. Default: 150.'),
    },
    ...general('time-zone'),
    metrics: {
      value: 'fleet|jobs',
      completes: ['fleet', 'jobs'],
      text: ({ t }) =>
        t('The metrics to write: sums of the fleet, or also those of each job. Default: fleet.'),
    },
    'metrics-textfile': {
      value: 'FILE',
      completes: 'file',
      text: ({ t }) => t('Write the metrics to this file, for the textfile collector of node_exporter.'),
    },
    'metrics-listen': {
      value: '[ADDRESS:]PORT',
      text: ({ t }) => t('Serve /metrics, /healthz, /livez and /readyz there. Default address: 127.0.0.1.'),
    },
    ...severityOption,
    ...general('state-dir', 'output'),
  },
  formats: ['json'],
  run: async context => (await import('./cli/observe.ts')).observe(context),
});

export const observePart: CliPart = { commands: { observe: observeCommand } };
