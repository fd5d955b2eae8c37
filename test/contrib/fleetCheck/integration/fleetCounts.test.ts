import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyOf } from '../../../../src/contrib/history/common/sessionHistory.ts';
import '../../../support/vscode/vscodeInNode.ts';
import { fingerprintOf } from '../../../../src/api/model/serverFingerprint.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { countBy } from '../../../../src/base/collections.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { connectTo } from '../../../../src/cli/cliConnection.ts';
import { knownIn, type Need } from '../../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import { judgesIn, ruleIds, ruleRows } from '../../../../src/contrib/fleetCheck/common/fleetRules.ts';
import type { History } from '../../../../src/contrib/history/common/history.ts';
import { HistoryFiles } from '../../../../src/contrib/history/common/historyFiles.ts';
import { ScheduleOutlook } from '../../../../src/recurrence/describe/scheduleOutlook.ts';
import { startDemoServer } from '../../../demo/server.ts';
import { noProxies } from '../../../support/http/noProxies.ts';
import { runCliHere } from '../../../support/runCli.ts';
import { withSettings } from '../../../workbench/servers/support/userSettings.ts';

const { FleetChecks } = await import('../../../../src/contrib/fleetCheck/vscode/fleetChecks.ts');
const { FleetSettings } = await import('../../../../src/contrib/fleetCheck/vscode/fleetChoices.ts');
const { FleetFindings } = await import('../../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');

const zone = 'Europe/Berlin';
const chosen = { 'wide-reach': 'warning', 'no-trigger': 'off', 'same-job': 'error' };
const token = 'a-token-of-the-plant';

type Counts = Readonly<Record<string, number>>;

const sorted = (counts: ReadonlyMap<string, number>): Counts =>
  Object.fromEntries([...counts].filter(([, count]) => count > 0).sort());

/** A state folder in which the last three runs of the first job failed. */
async function recordFailures(history: History, folder: string, url: string): Promise<HistoryFiles> {
  const fail = (error?: unknown) => assert.fail(String(error));
  const files = new HistoryFiles(history, {
    folder: join(folder, 'history', fingerprintOf(url)),
    clock: systemClock,
    limits: () => ({ days: 90, bytes: 1_000_000_000 }),
    onFailure: fail,
    onNewer: fail,
  });
  await history.load();
  const hourAgoMs = Date.now() - 3_600_000;
  for (let run = 0; run < 3; run++)
    for (const [minute, word] of ['running', 'failed'].entries()) {
      const atMs = hourAgoMs + (10 * run + minute) * 60_000;
      history.look(1, { word, earliestMs: atMs, latestMs: atMs });
    }
  await files.flush();
  return files;
}

describe('the fleet check of one server', () => {
  it('finds the same in VS Code, with lint and in the metrics of observe', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'da-fleet-'));
    const server = await startDemoServer({ token, awkward: true, pace: 'still', jobs: 300 });
    const environment = { DEVICE_AUTOMATION_SERVER_URL: server.url, DEVICE_AUTOMATION_TOKEN: token };
    const common = [`--time-zone=${zone}`, `--state-dir=${folder}`];
    for (const [rule, severity] of Object.entries(chosen)) common.push(`--severity=${rule}=${severity}`);
    const config = {
      id: 'plant',
      name: 'Plant',
      url: server.url,
      readOnly: false,
      production: false,
      allowHttp: true,
    };
    const connection = connectTo(
      {
        server: config,
        getToken: () => token,
        network: { proxies: noProxies, useSystemCertificates: false },
        clock: systemClock,
      },
      () => undefined,
    );
    const { session } = connection;
    let files: HistoryFiles | undefined;
    try {
      files = await recordFailures(historyOf(session), folder, server.url);
      const lint = await runCliHere(['lint', '-ojson', ...common], environment);
      const linted: {
        findings: { rule: string; severity: string }[];
        rules: { rule: string; judged: number; lacks: Need[] }[];
      } = JSON.parse(lint.stdout);
      const found = sorted(countBy(linted.findings, ({ rule, severity }) => `${rule} ${severity}`));
      assert.ok(Object.keys(found).length >= 10, JSON.stringify(found));
      assert.equal(found['fails-repeatedly warning'], 1);
      for (const rule of ['empty-group', 'always-clashes', 'device-twice'])
        assert.ok(
          Object.keys(found).some(key => key.startsWith(rule)),
          JSON.stringify(found),
        );

      const metrics = join(folder, 'fleet.prom');
      const once = await runCliHere(
        ['observe', '--once', `--metrics-textfile=${metrics}`, ...common],
        environment,
      );
      assert.equal(once.code, 0, once.stderr);
      const series = (await readFile(metrics, 'utf8')).matchAll(
        /_findings\{server="[^"]*",rule="([^"]+)",severity="([^"]+)"\} (\d+)/g,
      );
      const measured = new Map(
        [...series].map(([, rule, severity, count]) => [`${rule} ${severity}`, Number(count)]),
      );
      assert.deepEqual(sorted(measured), found);
      assert.ok(![...measured.keys()].some(key => /^(all-offline|no-trigger) /.test(key)));

      await withSettings({ 'deviceAutomation.fleet.rules': chosen }, async ({ memory }) => {
        await session.jobs.whole();
        await session.groups.whole();
        await session.groups.identity.resolveFromJobs();
        const fleetSettings = new FleetSettings();
        const checks = new FleetChecks({
          sessions: {
            get: () => session,
            open: [],
            onDidChangeObjects: new Emitter<never>().event,
            onDidEnd: new Emitter<never>().event,
          },
          servers: { get: () => config, onDidChange: new Emitter<void>().event },
          schedules: {
            of: () =>
              new ScheduleOutlook({ serverZone: zone, readerZone: zone, localizer: englishLocalizer }),
            readerZone: zone,
          },
          notices: { note: async error => assert.fail(String(error)) },
          fleetFindings: new FleetFindings(),
          fleetSettings,
          memory,
          clock: systemClock,
        });
        const { findings } = await checks.check(session);
        assert.deepEqual(sorted(countBy(findings, ({ rule, severity }) => `${rule} ${severity}`)), found);
        checks.dispose();
        fleetSettings.dispose();
      });
      for (const { rule, lacks } of linted.rules) {
        const id = ruleIds.find(known => known === rule);
        assert.ok(id !== undefined);
        // One group of this server has an ID that cannot be found.
        const others = lacks.filter(need => need !== 'groupIds');
        assert.equal(others.length === 0, judgesIn('lint', id), `${rule}: ${lacks.join()}`);
      }
    } finally {
      await files?.close();
      await connection.close();
      await server.close();
      await rm(folder, { recursive: true });
    }
  });

  it('judges in files by each rule that the documentation lists for them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'da-fleet-'));
    try {
      const { stdout } = await runCliHere(['lint', folder, '-ojson', `--time-zone=${zone}`], {});
      const { rules }: { rules: { rule: string; lacks: Need[] }[] } = JSON.parse(stdout);
      const lacking = new Set(rules.filter(({ lacks }) => lacks.length > 0).map(({ rule }) => rule));
      const expected = ruleIds.filter(
        rule => ruleRows[rule].severity !== 'off' && !judgesIn('lint FOLDER', rule),
      );
      assert.deepEqual([...lacking], expected);
      assert.ok(knownIn['lint FOLDER'].length < knownIn.lint.length);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
