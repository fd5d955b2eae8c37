import * as z from 'zod/mini';
import { countBy, onceForEach } from '../../../base/collections.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { severities } from '../../fleetCheck/common/checkedFleet.ts';
import { lackTexts } from '../../fleetCheck/common/findingTexts.ts';
import { atLeast, FleetChecker } from '../../fleetCheck/common/fleetChecker.ts';
import { ruleIds } from '../../fleetCheck/common/fleetRules.ts';
import { fleetOfSession } from '../../fleetCheck/common/fleetSources.ts';
import { pausesOf } from '../../pause/common/sessionPauses.ts';
import { agentText, agentTexts } from './agentText.ts';
import { type Fleet, ToolError } from './fleet.ts';
import { serverInput } from './jobSearch.ts';
import { partOutput } from './jobTools.ts';
import { pageInput, pageOfRows } from './pages.ts';
import { readReach, type ServerCall } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const Input = z.strictObject({
  ...serverInput,
  check: z.enum(['list', 'connection', 'setup']),
  minimum_severity: z.optional(z.enum(severities)),
  rule: optionalInput('Only findings of this rule, as in counts.', z.string()),
  ...pageInput,
});
type Input = z.infer<typeof Input>;

export const checkServerTool = readingTool({
  name: 'check_server',
  description:
    'list: which management servers are configured, and which one is used by default. connection: whether a server is reachable: token, proxy, name resolution, certificate, read operations, clock. setup: what is wrong with its jobs and groups: no targets or work, schedules that never run or clash, deleted groups, equal names and others, the most severe first.',
  input: Input,
  output: z.object({
    servers: z.optional(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          url: z.string(),
          usual: z.optional(z.boolean()),
          production: z.optional(z.boolean()),
          read_only: z.optional(z.boolean()),
          time_zone: z.optional(z.string()),
        }),
      ),
    ),
    server: z.optional(z.string()),
    /** Whether every check of the connection passed. */
    passed: z.optional(z.boolean()),
    report: z.optional(z.array(z.string())),
    /** How many findings each rule has. */
    counts: z.optional(z.record(z.string(), z.int())),
    findings: z.optional(
      z.array(
        z.object({
          rule: z.string(),
          severity: z.enum(severities),
          kind: z.enum(['job', 'group']),
          id: z.optional(z.int()),
          name: z.string(),
          text: z.string(),
        }),
      ),
    ),
    count: z.optional(z.int()),
    next_offset: z.optional(z.int()),
    suppressed: z.optional(z.int()),
    /** Rules that judged nothing, and why. */
    not_judged: z.optional(z.array(z.string())),
    ...z.partial(z.object(partOutput)).shape,
  }),
  rows: ({ check }) => (check === 'setup' ? 'findings' : undefined),
  run: async (input, call) => {
    if (input.check === 'list') return listServers(call.fleet);
    return input.check === 'connection' ? checkConnection(call) : checkSetup(input, call);
  },
});

function listServers({ servers, usual }: Fleet) {
  return {
    servers: servers.map(({ id, name, url, production, readOnly, timeZone }) => ({
      id,
      name: agentText(name),
      url,
      usual: usual?.id === id || undefined,
      production: production || undefined,
      read_only: readOnly || undefined,
      time_zone: timeZone === undefined ? undefined : agentText(timeZone),
    })),
  };
}

async function checkConnection({ server, fleet, signal }: ServerCall) {
  const { passed, text } = await fleet.checkConnection(server, signal);
  return { server: agentText(server.name), passed, report: agentTexts(text.trimEnd().split('\n'), 300, 100) };
}

/** Unchanged objects need not be judged again. */
const checkerOf = onceForEach((_session: object) => new FleetChecker());

async function checkSetup(input: Input, call: ServerCall) {
  const { server, session, outlook, nowMs } = call;
  const part = await readReach(call);
  const { readerZone, choices } = call.fleet;
  const surroundings = { outlook, readerZone, localizer: englishLocalizer, nowMs, pauses: pausesOf(session) };
  const fleet = fleetOfSession(session, surroundings);
  const all = await checkerOf(session).check(fleet, choices(server), responseSlices(call.signal));
  const { rule: wanted } = input;
  if (wanted !== undefined && !ruleIds.some(id => id === wanted))
    throw new ToolError(
      `There is no rule ${JSON.stringify(agentText(wanted, 60))}. Rules: ${ruleIds.join(', ')}.`,
    );
  const findings = atLeast(input.minimum_severity ?? 'information', all.findings).filter(
    ({ rule }) => wanted === undefined || rule === wanted,
  );
  const { rows, ...page } = pageOfRows(findings, input, ({ rule, severity, object, text }) => ({
    rule,
    severity,
    kind: object.kind,
    id: object.id,
    name: agentText(object.name),
    text: agentText(text, 300),
  }));
  return {
    server: agentText(server.name),
    counts: Object.fromEntries(countBy(findings, ({ rule }) => rule)),
    findings: rows,
    ...page,
    suppressed: all.suppressed.length || undefined,
    not_judged: agentTexts(lackTexts(all, englishLocalizer), 300),
    ...part,
  };
}
