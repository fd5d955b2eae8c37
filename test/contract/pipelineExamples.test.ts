import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { cliProgram, environmentOf, startDemoProgram } from './support/programs.ts';

const page = readFileSync(join(projectDirectory, 'docs/command-line.md'), 'utf8');
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => yaml);

/** The shell steps of a workflow job, or of the whole pipeline: `run:` on GitHub, `script:` on GitLab. */
function stepsOf(yaml: string, job: string): string {
  const [, indentation = '', body = ''] =
    new RegExp(`^( *)${job}:\\n((?:\\1 +.*\\n|\\n)*)`, 'm').exec(yaml) ?? [];
  assert.notEqual(body, '', `${job}, indented by ${indentation.length}`);
  const blocks = [...body.matchAll(/^( *)run: \|\n((?:\1 +.*\n)*)/gm)].map(([, , lines = '']) => lines);
  const lines = [...body.matchAll(/^ *- (?:run: )?((?:node|git) .*)$/gm)];
  return [...blocks, ...lines.map(([, line]) => line)].join('\n');
}

/** Commits everything in the folder to a new repository. */
function commitAll(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--initial-branch', 'main');
  git('add', '--all');
  git('-c', 'user.name=User', '-c', 'user.email=user@example.com', 'commit', '--message', 'Add files');
}

describe('the examples for CI', function () {
  this.timeout(60_000);
  let server: DemoProcess;
  let folder: string;
  /** Where the pipeline runs. */
  let workspace: string;

  before(async () => {
    server = await startDemoProgram('--jobs', '5', '--groups', '2');
  });
  after(() => server.end());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    copyFileSync(await cliProgram(), join(workspace, 'device-automation.cjs'));
    await run('node device-automation.cjs export plant --server-name Plant');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** As in both services, the first command that fails ends the job. */
  async function run(script: string) {
    const gitlabVariables = { CI_BUILDS_DIR: folder, CI_DEFAULT_BRANCH: 'main' };
    const env = { PATH: process.env['PATH'], HOME: folder, ...gitlabVariables, ...environmentOf(server) };
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: workspace, env });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.equal(existsSync(join(folder, 'stolen')), false, 'the program of the reviewed branch has run');
    return { code: Number(code), stdout };
  }

  function edit(branch: string, change: (text: string) => string): void {
    const jobs = join(branch, 'plant/jobs');
    const [first = ''] = readdirSync(jobs);
    writeFileSync(join(jobs, first), change(readFileSync(join(jobs, first), 'utf8')));
  }

  const toggle = (json: string) =>
    json.replace(/("enabled": )(\w+)/, (_, key, on) => `${key}${on !== 'true'}`);
  const spoil = (json: string) => json.replace('{', '[');

  /** The program that a reviewed branch brings along. */
  function replaceProgram(branch: string): void {
    const theft = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'stolen'))}, '');`;
    writeFileSync(join(branch, 'device-automation.cjs'), theft);
  }

  it('plan a pull request on GitHub with a notice, and apply the main branch', async () => {
    assert.match(github, /pull_request_target:/);
    const reviewed = join(workspace, 'reviewed');
    cpSync(join(workspace, 'plant'), join(reviewed, 'plant'), { recursive: true });
    replaceProgram(reviewed);
    const [plan, apply] = [stepsOf(github, 'plan'), stepsOf(github, 'apply')];
    assert.match((await run(plan)).stdout, /^To create: 0, to change: 0/m);
    for (const branch of [workspace, reviewed]) edit(branch, toggle);
    const changed = await run(plan);
    assert.deepEqual([changed.code, changed.stdout.includes('::notice::')], [0, true]);
    assert.equal((await run(apply)).code, 0);
    const applied = await run(plan);
    assert.deepEqual([applied.code, applied.stdout.includes('::notice::')], [0, false]);
    for (const branch of [workspace, reviewed]) edit(branch, spoil);
    assert.deepEqual([(await run(plan)).code, (await run(apply)).code], [1, 1]);
  });

  it('plan a merge request on GitLab with a warning, apply the main branch, and report drift', async () => {
    const first = stepsOf(gitlab, 'before_script');
    const [plan, drift, apply] = ['plan', 'drift', 'apply'].map(job => `${first}\n${stepsOf(gitlab, job)}`);
    assert.ok(plan !== undefined && drift !== undefined && apply !== undefined);
    assert.match(gitlab, /allow_failure:\n {4}exit_codes: 2\n/);
    const origin = workspace;
    commitAll(origin);
    workspace = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', `file://${origin}`, workspace]);
    replaceProgram(workspace);
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, toggle);
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [2, 2]);
    assert.equal((await run(apply)).code, 0);
    assert.deepEqual([(await run(plan)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, spoil);
    assert.deepEqual([(await run(plan)).code, (await run(apply)).code], [1, 1]);
  });
});
