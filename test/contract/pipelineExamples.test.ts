import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { cliProgram, environmentOf, startDemoProgram } from './support/programs.ts';

const page = readFileSync(join(projectDirectory, 'docs/command-line.md'), 'utf8');
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => yaml);

/** The shell steps of a workflow job: `run:` on GitHub, `script:` on GitLab. */
function stepsOf(yaml: string, job: string): string {
  const [, indentation = '', body = ''] =
    new RegExp(`^( *)${job}:\\n((?:\\1 +.*\\n|\\n)*)`, 'm').exec(yaml) ?? [];
  assert.notEqual(body, '', `${job}, indented by ${indentation.length}`);
  const blocks = [...body.matchAll(/^( *)run: \|\n((?:\1 +.*\n)*)/gm)].map(([, , lines = '']) => lines);
  const lines = [...body.matchAll(/^ *- (?:run: )?((?:node|npm|device-automation) .*)$/gm)];
  return [...blocks, ...lines.map(([, line]) => line)].join('\n');
}

describe('the examples for CI', function () {
  this.timeout(60_000);
  let server: DemoProcess;
  let folder: string;

  before(async () => {
    server = await startDemoProgram('--jobs', '5', '--groups', '2');
  });
  after(() => server.end());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    copyFileSync(await cliProgram(), join(folder, 'device-automation.cjs'));
    await run('node device-automation.cjs export plant --server-name Plant');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** As in both services, the first command that fails ends the job. */
  async function run(script: string) {
    const env = { PATH: process.env['PATH'], HOME: folder, ...environmentOf(server) };
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return { code: Number(code), stdout };
  }

  function edit(change: (text: string) => string): void {
    const jobs = join(folder, 'plant/jobs');
    const [first = ''] = readdirSync(jobs);
    writeFileSync(join(jobs, first), change(readFileSync(join(jobs, first), 'utf8')));
  }

  const toggle = () =>
    edit(json => json.replace(/("enabled": )(\w+)/, (_, key, on) => `${key}${on !== 'true'}`));
  const spoil = () => edit(json => json.replace('{', '['));

  it('plan a pull request on GitHub with a notice, and apply the main branch', async () => {
    const [plan, apply] = [stepsOf(github, 'plan'), stepsOf(github, 'apply')];
    assert.match((await run(plan)).stdout, /^To create: 0, to change: 0/m);
    toggle();
    const changed = await run(plan);
    assert.deepEqual([changed.code, changed.stdout.includes('::notice::')], [0, true]);
    assert.equal((await run(apply)).code, 0);
    const applied = await run(plan);
    assert.deepEqual([applied.code, applied.stdout.includes('::notice::')], [0, false]);
    spoil();
    assert.deepEqual([(await run(plan)).code, (await run(apply)).code], [1, 1]);
  });

  it('plan a merge request on GitLab with a warning, apply the main branch, and report drift', async () => {
    const [plan, drift, apply] = ['plan', 'drift', 'apply'].map(job => stepsOf(gitlab, job));
    assert.ok(plan !== undefined && drift !== undefined && apply !== undefined);
    assert.match(gitlab, /allow_failure:\n {4}exit_codes: 2\n/);
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [0, 0]);
    toggle();
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [2, 2]);
    assert.equal((await run(apply)).code, 0);
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [0, 0]);
    spoil();
    assert.deepEqual([(await run(plan)).code, (await run(apply)).code], [1, 1]);
  });
});
