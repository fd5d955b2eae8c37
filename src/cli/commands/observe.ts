import { resolve } from 'node:path';
import type { CliContext, CommandRow } from '../cliContext.ts';
import { choicesOf } from '../fleetChoices.ts';
import { parseListen } from '../observe/metricsServer.ts';
import { Observation, type ObserveSettings } from '../observe/observation.ts';
import { connectionOptions, UsageError } from '../optionTable.ts';

export const observeCommand = {
  operands: '',
  summary: 'Record the runs of all jobs, as a service',
  details: [
    'Checks the status of each job when its schedule says that it runs, follows it while it executes, and stores what it sees in the state folder. The extension and other programs of the same user on this computer use the same folder. Nothing is changed on the server, so a token that may only read is enough.',
    'Each run that starts or ends, and each planned run that did not happen, is printed as one line of JSON; messages go to standard error, as JSON with --json. Metrics for Prometheus are written to a file or served over HTTP.',
    'Runs until SIGTERM or Ctrl+C, which end it with exit code 0. While the server is not available or rejects the token, it keeps trying. The exit code is 1 if it cannot begin, or with --once if the server is not available.',
  ],
  options: [
    ...connectionOptions,
    'once',
    'requests-per-minute',
    'time-zone',
    'metrics',
    'metrics-textfile',
    'metrics-listen',
    'severity',
    'state-dir',
    'json',
  ],
  examples: {
    'device-automation observe --token-file token.txt --metrics-listen 9754':
      'Record all runs, and serve metrics on this computer only.',
    'device-automation observe --once --metrics jobs --metrics-textfile jobs.prom':
      'Check once, for cron, and write metrics of each job.',
  },
  run: context => new Observation(context, settingsOf(context)).run(),
} as const satisfies CommandRow;

function settingsOf(context: CliContext): ObserveSettings {
  const { options, localizer } = context;
  const { t } = localizer;
  const [listenText, textfile] = [options.value('metrics-listen'), options.value('metrics-textfile')];
  const listen = listenText === undefined ? undefined : parseListen(listenText);
  if (listenText !== undefined && listen === undefined)
    throw new UsageError(t('--metrics-listen must be a port, or an address and a port.'));
  return {
    isOnce: options.has('once'),
    requestsPerMinute: options.number('requests-per-minute') ?? 150,
    timeZone: options.timeZone(),
    isPerJob: options.oneOf('metrics', ['fleet', 'jobs']) === 'jobs',
    textfile: textfile === undefined ? undefined : resolve(textfile),
    listen,
    choices: choicesOf(context),
  };
}
