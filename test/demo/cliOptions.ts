import { parseArgs } from 'node:util';
import type { DemoServerOptions } from './options.ts';

export const usage = `Usage: npm run demo-server -- [options]

Where
  --port <n>              port on 127.0.0.1 (default: a free one)
  --base-path <path>      path in front of the API, for example /prefix
  --token <token>         token with all rights (default: random)
  --read-only-token <t>   token that may only read; may be repeated

What
  --jobs <n>              number of jobs (60)
  --groups <n>            number of groups (12)
  --devices <n>           number of devices (150)
  --seed <n>              the same seed gives the same data (1)
  --awkward               add names, schedules and devices that are hard to show
  --pace <pace>           lively: jobs run now and then, for seconds; scheduled: as planned, for minutes;
                          still: never by themselves (lively)
  --status-words <en|ru>  language of the status words (en)

How
  --page-size <n>         jobs on a page (50)
  --pagination <kind>     page, offset, cursor or none (page)
  --next-links <kind>     absolute, relative or internalHost (absolute)
  --envelope <kind>       flat, guide, jsonApi, hal or unlinked (flat)
  --manner <plain|django> django trims, reorders and completes what it stores (plain)
  --group-ids             groups carry an id
  --extra-fields          fields that the API description does not name
  --legacy                an older server: no reports, null instead of empty text
  --device-search         also answer GET /api/peer/search/
  --run-log               also answer GET /demo/runs/ with all runs and missed ones
  --accept-unknown-peers  unknown host names become devices instead of an error
  --latency <ms>          wait before each answer (0)
  --help                  show this
`;

/** The options from the arguments, or `help`. Throws what is wrong with them, as a sentence. */
export function parseCommandLine(args: readonly string[]): DemoServerOptions | 'help' {
  const given = readArguments(args);
  if (given.help) return 'help';
  return {
    port: wholeNumber('port', given.port, 0, 65_535),
    jobs: wholeNumber('jobs', given.jobs),
    groups: wholeNumber('groups', given.groups),
    devices: wholeNumber('devices', given.devices),
    seed: wholeNumber('seed', given.seed),
    pageSize: wholeNumber('page-size', given['page-size'], 1),
    latencyMs: wholeNumber('latency', given.latency),
    token: given.token,
    tokens: Object.fromEntries((given['read-only-token'] ?? []).map(token => [token, 'read'])),
    basePath: given['base-path'],
    pace: oneOf('pace', given.pace, ['lively', 'scheduled', 'still']),
    statusWords: oneOf('status-words', given['status-words'], ['en', 'ru']),
    pagination: oneOf('pagination', given.pagination, ['page', 'offset', 'cursor', 'none']),
    nextLinks: oneOf('next-links', given['next-links'], ['absolute', 'relative', 'internalHost']),
    envelope: oneOf('envelope', given.envelope, ['flat', 'guide', 'jsonApi', 'hal', 'unlinked']),
    manner: oneOf('manner', given.manner, ['plain', 'django']),
    groupIds: given['group-ids'],
    extraFields: given['extra-fields'],
    legacy: given.legacy,
    awkward: given.awkward,
    deviceSearch: given['device-search'],
    runLog: given['run-log'],
    unknownPeers: given['accept-unknown-peers'] ? 'accept' : 'refuse',
  };
}

const one = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: one,
      'base-path': one,
      token: one,
      'read-only-token': many,
      jobs: one,
      groups: one,
      devices: one,
      seed: one,
      awkward: flag,
      pace: one,
      'status-words': one,
      'page-size': one,
      pagination: one,
      'next-links': one,
      envelope: one,
      manner: one,
      'group-ids': flag,
      'extra-fields': flag,
      legacy: flag,
      'device-search': flag,
      'run-log': flag,
      'accept-unknown-peers': flag,
      latency: one,
      help: flag,
    },
  }).values;
}

function wholeNumber(name: string, text: string | undefined, low = 0, high = 10_000_000): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= low && value <= high) return value;
  throw new Error(`--${name} must be a whole number from ${low} to ${high}, not "${text}".`);
}

function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find(each => each === text);
  if (choice) return choice;
  throw new Error(`--${name} must be one of ${choices.join(', ')}, not "${text}".`);
}
