import { resolve } from 'node:path';
import { timeZoneOf } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { choicesOf } from '../../fleetCheck/cli/fleetChoices.ts';
import { parseListen } from './metricsServer.ts';
import { Observation, type ObserveSettings } from './observation.ts';

type ObserveOption =
  | 'once'
  | 'requests-per-minute'
  | 'time-zone'
  | 'metrics'
  | 'metrics-textfile'
  | 'metrics-listen'
  | 'severity'
  | 'state-dir'
  | 'token-file';

export async function observe(context: CliContext<ObserveOption>): Promise<ExitCode> {
  return new Observation(context, settingsOf(context)).run();
}

function settingsOf(context: CliContext<ObserveOption>): ObserveSettings {
  const { options, localizer } = context;
  const { t } = localizer;
  const [listenText, textfile] = [options.value('metrics-listen'), options.value('metrics-textfile')];
  const listen = listenText === undefined ? undefined : parseListen(listenText);
  if (listenText !== undefined && listen === undefined)
    throw new UsageError(t('--metrics-listen must be a port, or an address and a port.'));
  return {
    isOnce: options.has('once'),
    requestsPerMinute: options.number('requests-per-minute') ?? 150,
    timeZone: timeZoneOf(options, localizer),
    isPerJob: options.oneOf('metrics', ['fleet', 'jobs']) === 'jobs',
    textfile: textfile === undefined ? undefined : resolve(textfile),
    listen,
    choices: choicesOf(context),
  };
}
