import assert from 'node:assert/strict';
import type { Answer } from '../../../../src/contrib/agents/common/answer.ts';
import type { ChangePlan } from '../../../../src/contrib/agents/common/changePlan.ts';
import type { Fleet } from '../../../../src/contrib/agents/common/fleet.ts';
import { filterTerms } from '../../../house/support/filterTerms.ts';
import { type Given, withMemoryServer } from '../../../workbench/commands/support/memoryServer.ts';

const { answer } = await import('../../../../src/contrib/agents/common/answer.ts');
const { toolNamed } = await import('../../../../src/contrib/agents/common/toolTable.ts');
const { ScheduleOutlook } = await import('../../../../src/recurrence/describe/scheduleOutlook.ts');
const { englishLocalizer } = await import('../../../../src/base/localizer.ts');
const { stateFolder } = await import('../../../../src/base/privateFiles.ts');
const { createRedactor } = await import('../../../../src/base/redact.ts');
const { WriteError } = await import('../../../../src/api/writes/writeResult.ts');
const { writeErrorText } = await import('../../../../src/api/writes/writeErrorText.ts');

/** A Wednesday, noon in UTC. */
const nowMs = Date.UTC(2026, 10, 25, 12);

export interface AgentSetup extends Given {
  readonly fleet: Fleet;
  /** Calls a reading tool. */
  readonly call: (name: string, input?: object) => Promise<Answer>;
  /** The result of a reading tool that must succeed. */
  readonly read: (name: string, input?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly plan: (name: string, input: object) => Promise<ChangePlan>;
  readonly apply: (plan: ChangePlan) => Promise<Readonly<Record<string, unknown>>>;
}

/** Tools with a server in memory: 2026-11-25 12:00 UTC, which is also the server's time zone. */
export function withTools(use: (setup: AgentSetup) => Promise<void>): Promise<void> {
  return withMemoryServer(async given => {
    const { session } = given;
    const outlook = new ScheduleOutlook({
      serverZone: 'UTC',
      readerZone: 'UTC',
      localizer: englishLocalizer,
    });
    const server = { ...session.server, timeZone: 'UTC' };
    const textOf = (error: unknown) =>
      error instanceof WriteError ? writeErrorText(error, englishLocalizer) : String(error);
    const fleet: Fleet = {
      servers: [server],
      usual: server,
      session: () => session,
      outlook: () => outlook,
      label: (_, field, id) => {
        if (field === 'policies') return id === 9 ? 'Baseline' : undefined;
        return field === 'dynamic_groups' && id === 7 ? 'Laptops' : undefined;
      },
      filterTerms,
      choices: () => ({ severities: new Map(), suppressions: [] }),
      checkConnection: async ({ name }) => ({
        passed: true,
        text: `Connection report for “${name}”\nAll checks passed.\n`,
      }),
      errorText: textOf,
      localizer: englishLocalizer,
      readerZone: 'UTC',
      nowMs: () => nowMs,
      stateFolder: stateFolder(process.env),
      idBudget: 50,
      redact: createRedactor(['secret-token']),
    };
    const { signal } = new AbortController();
    const call = (name: string, input: object = {}) =>
      answer(
        fleet,
        async () => {
          const tool = toolNamed(name);
          assert.ok(tool?.does === 'read', name);
          return tool.run(input, { fleet, signal });
        },
        signal,
      );
    await use({
      ...given,
      fleet,
      call,
      read: async (name, input) => {
        const result = await call(name, input);
        assert.ok(!result.isError, result.text);
        return result.value;
      },
      plan: async (name, input) => {
        const tool = toolNamed(name);
        assert.ok(tool?.does === 'change', name);
        return tool.plan(input, { fleet, signal });
      },
      apply: async plan => (await plan.apply({ journal: given.context.journal, signal, textOf })).result,
    });
  });
}
