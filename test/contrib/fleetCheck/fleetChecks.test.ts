import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { withSettings } from '../../workbench/servers/support/userSettings.ts';

const { FleetChecks } = await import('../../../src/contrib/fleetCheck/vscode/fleetChecks.ts');
const { FleetSettings } = await import('../../../src/contrib/fleetCheck/vscode/fleetChoices.ts');
const { FleetFindings } = await import('../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');

interface Setup extends Given {
  readonly checks: InstanceType<typeof FleetChecks>;
  readonly findings: InstanceType<typeof FleetFindings>;
  readonly fleetSettings: InstanceType<typeof FleetSettings>;
  /** The rules that found something, in order. */
  readonly rules: () => readonly string[] | undefined;
  /** What happens in the second after a change. */
  readonly settle: () => Promise<void>;
  readonly removeServer: () => void;
}

/** A server with a job without targets, whose lists were read. */
function withChecks(
  settings: Readonly<Record<string, unknown>>,
  use: (setup: Setup) => Promise<void>,
): Promise<void> {
  return withSettings(settings, ({ memory }) =>
    withMemoryServer(async given => {
      const { session, memoryServer } = given;
      memoryServer.jobs.set(1, { name: 'Nightly', policies: [1], run_on_start: true });
      await session.jobs.whole();
      await session.groups.whole();
      const [objects, servers] = [new Emitter<ServerSession>(), new Emitter<void>()];
      session.jobs.onDidChange(() => objects.fire(session));
      let isConfigured = true;
      const get = () => (isConfigured ? session.server : undefined);
      const clock = createManualClock(0);
      const findings = new FleetFindings();
      const fleetSettings = new FleetSettings();
      const checks = new FleetChecks({
        sessions: {
          get: () => session,
          open: [session],
          onDidChangeObjects: objects.event,
          onDidEnd: () => objects,
        },
        servers: { get, onDidChange: servers.event },
        schedules: given.context.schedules,
        notices: { note: async error => assert.fail(String(error)) },
        fleetFindings: findings,
        fleetSettings,
        memory,
        clock,
      });
      const settle = async () => {
        const shown = new Promise<void>(resolve => {
          const once = findings.onDidChange(() => {
            once.dispose();
            resolve();
          });
        });
        clock.advance(1_000);
        await shown;
      };
      const removeServer = () => {
        isConfigured = false;
        servers.fire();
      };
      const rules = () => findings.result('plant')?.findings.map(({ rule }) => rule);
      await use({ ...given, checks, findings, fleetSettings, rules, settle, removeServer }).finally(() => {
        checks.dispose();
        fleetSettings.dispose();
      });
      assert.equal(clock.pending, 0);
    }),
  );
}

const mode = (value: string) => ({ 'deviceAutomation.fleet.check': value });

describe('the check of a server', () => {
  it('keeps its findings current from then on', () =>
    withChecks({}, async ({ checks, session, memoryServer, rules, settle }) => {
      assert.equal(rules(), undefined);
      await checks.check(session);
      assert.deepEqual(rules(), ['no-target']);
      memoryServer.jobs.set(1, { name: 'Nightly', run_on_start: true });
      await session.jobs.read(1);
      await settle();
      assert.deepEqual(rules(), ['no-work', 'no-target']);
      await checks.clear('plant');
      assert.equal(rules(), undefined);
      await session.jobs.read(1);
    }));

  it('only returns its result if the user never wants to see findings', () =>
    withChecks(mode('never'), async ({ checks, session, rules }) => {
      const { findings } = await checks.check(session);
      assert.equal(findings.length, 1);
      assert.equal(rules(), undefined);
    }));

  it('needs no command if the user always wants to see findings', () =>
    withChecks(mode('always'), async ({ rules, settle }) => {
      await settle();
      assert.deepEqual(rules(), ['no-target']);
    }));

  it('is repeated with other severities and suppressions, which are stored in the settings', () =>
    withChecks({ 'deviceAutomation.fleet.rules': { 'no-work': 'warning', nonsense: 'off' } }, async setup => {
      const { checks, session, findings, fleetSettings, rules, settle } = setup;
      const [finding] = (await checks.check(session)).findings;
      assert.ok(finding !== undefined);
      await fleetSettings.suppress('plant', { rule: finding.rule, object: finding.object, reason: 'new' });
      await settle();
      assert.deepEqual(rules(), []);
      const [suppressed] = findings.result('plant')?.suppressed ?? [];
      assert.equal(suppressed?.suppression.reason, 'new');
    }));

  it('forgets the findings of a server that was removed', () =>
    withChecks({}, async ({ checks, session, rules, removeServer }) => {
      await checks.check(session);
      removeServer();
      assert.equal(rules(), undefined);
    }));

  it('can be canceled', () =>
    withChecks({}, async ({ checks, session }) => {
      await assert.rejects(checks.check(session, AbortSignal.abort()), { name: 'AbortError' });
    }));
});
