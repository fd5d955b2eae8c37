import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Shell, withShell } from '../../cli/support/shell.ts';
import { runCliHere } from '../../support/runCli.ts';

const params = 'DTSTART:20260101T023000\nRRULE:FREQ=DAILY';

/** A server with a job without targets, and its files. */
async function withFindings(use: (shell: Shell, file: string) => Promise<void>): Promise<void> {
  await withShell(async shell => {
    shell.addDevice('PC-1');
    shell.addJob({ name: 'Nightly', params });
    shell.addJob({ name: 'Sound', params, peers: [1] });
    await shell.run(['export', shell.folder]);
    await use(shell, join(shell.folder, 'jobs/nightly.job.jsonc'));
  });
}

const SarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string() })) }) }),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int(),
          level: z.enum(['error', 'warning', 'note']),
          message: z.object({ text: z.string() }),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string(), uriBaseId: z.literal('%SRCROOT%') }),
                region: z.object({ startLine: z.int().positive(), startColumn: z.int().positive() }),
              }),
            }),
          ]),
          suppressions: z.optional(
            z.tuple([z.object({ kind: z.literal('inSource'), justification: z.string() })]),
          ),
        }),
      ),
    }),
  ]),
});

describe('lint', () => {
  it('prints what is set up wrong on the server, and ends with 2', () =>
    withFindings(async shell => {
      const { code, stdout, stderr } = await shell.run('lint');
      assert.equal(code, 2);
      assert.match(
        stdout,
        /^warning: no-target: job Nightly \(#1\): The job has no targets, so it runs on nothing\.$/m,
      );
      assert.match(stdout, /1 finding: 1 warning\. Jobs: 2, groups: 0\./);
      assert.match(stderr, /^Not judged, because the time zone of the server is unknown: clock-change\.$/m);
      assert.equal((await shell.run('lint --minimum-severity error')).code, 0);
      const inZone = await shell.run('lint --time-zone Europe/Berlin --minimum-severity warning');
      assert.match(inZone.stdout, /^warning: clock-change: job Sound \(#2\):/m);
    }));

  it('prints the place of each finding in files, without a connection', () =>
    withFindings(async (shell, file) => {
      const { code, stdout } = await runCliHere(['lint', shell.folder], {});
      assert.equal(code, 2);
      const line = (await readFile(file, 'utf8')).split('\n').findIndex(text => text.includes('"peers"')) + 1;
      assert.match(stdout, new RegExp(`nightly\\.job\\.jsonc:${line}:\\d+: warning: no-target: `));
    }));

  it('accepts a suppression with a reason in a file, and reports one without', () =>
    withFindings(async (shell, file) => {
      const text = await readFile(file, 'utf8');
      await writeFile(file, `// device-automation-ignore no-target: on purpose\n${text}`);
      assert.equal((await shell.run(['lint', shell.folder])).code, 0);
      await writeFile(file, `// device-automation-ignore no-target\n${text}`);
      const { code, stderr } = await shell.run(['lint', shell.folder]);
      assert.equal(code, 2);
      assert.match(stderr, /nightly\.job\.jsonc:2:1: warning: This comment suppresses nothing\./);
    }));

  it('judges only what a file says', () =>
    withFindings(async (shell, file) => {
      await writeFile(file, JSON.stringify({ name: 'Nightly', enabled: true }));
      assert.equal((await shell.run(['lint', shell.folder])).code, 0);
    }));

  it('knows the groups that files refer to by name', () =>
    withFindings(async (shell, file) => {
      await mkdir(join(shell.folder, 'groups'), { recursive: true });
      await writeFile(join(shell.folder, 'groups/lab.group.jsonc'), '{ "name": "Lab", "server_set": [] }');
      const job = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...job, groups: ['Lab'] }));
      const { stdout } = await shell.run(['lint', shell.folder]);
      assert.match(stdout, /warning: empty-group: The job targets 1 empty group: “Lab”\./);
    }));

  it('ends with 1 if a file cannot be read', () =>
    withFindings(async (shell, file) => {
      await writeFile(file, '{');
      const { code, stderr } = await shell.run(['lint', shell.folder]);
      assert.equal(code, 1);
      assert.match(stderr, /nightly\.job\.jsonc:1:\d+: error:/);
    }));

  it('prints SARIF with paths relative to the repository', () =>
    withFindings(async (shell, file) => {
      await mkdir(join(shell.folder, '.git'));
      const text = await readFile(file, 'utf8');
      await writeFile(
        file,
        `// device-automation-ignore no-target: on purpose\n${text.replace('"policies"', '"other"')}`,
      );
      await writeFile(
        join(shell.folder, 'jobs/a b.job.json'),
        '{ "name": "Ä", "policies": [], "reports": [] }',
      );
      const { code, stdout } = await shell.run(['lint', shell.folder, '-osarif']);
      assert.equal(code, 2);
      const [{ tool, results }] = SarifSchema.parse(JSON.parse(stdout)).runs;
      for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
      const found = results.map(({ ruleId, level, locations: [{ physicalLocation }], suppressions }) => [
        ruleId,
        level,
        physicalLocation.artifactLocation.uri,
        suppressions?.[0].justification,
      ]);
      assert.deepEqual(found, [
        ['no-work', 'error', 'jobs/a%20b.job.json', undefined],
        ['no-target', 'warning', 'jobs/nightly.job.jsonc', 'on purpose'],
      ]);
      assert.equal((await shell.run('lint -o sarif')).code, 1);
    }));

  it('rejects a severity and a time zone that do not exist', () =>
    withFindings(async shell => {
      assert.match((await shell.run('lint --minimum-severity high')).stderr, /error, warning, information/);
      assert.match((await shell.run('lint --time-zone Berlin')).stderr, /There is no time zone “Berlin”/);
    }));
});
