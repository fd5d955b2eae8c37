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
  const lines = [...body.matchAll(/^ *- (?:run: )?'?((?:node|git|cat|exit|\[ ) ?.*?)'?$/gm)];
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
    const summary = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      ...gitlabVariables,
      ...summary,
      ...environmentOf(server),
    };
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: workspace, env });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.equal(existsSync(join(folder, 'stolen')), false, 'the program of the reviewed branch has run');
    return { code: Number(code), stdout };
  }

  function edit(branch: string, change: (text: string) => string, set = 'plant'): void {
    const jobs = join(branch, set, 'jobs');
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

  it('plan a pull request on GitHub for its comment, and apply exactly the plan of the main branch', async () => {
    assert.match(github, /pull_request_target:/);
    assert.match(github, /gh pr comment .* --body-file plan\.md/);
    const reviewed = join(workspace, 'reviewed');
    cpSync(join(workspace, 'plant'), join(reviewed, 'plant'), { recursive: true });
    replaceProgram(reviewed);
    const [review, plan, apply] = ['review', 'plan', 'apply'].map(job => stepsOf(github, job));
    assert.ok(review !== undefined && plan !== undefined && apply !== undefined);
    assert.match((await run(review)).stdout, /^### Plan: 0 changes\n/);
    cpSync(join(workspace, 'plant'), join(workspace, 'other'), { recursive: true });
    edit(workspace, json => json.replace(/("policies": \[)[^\]]*/, '$177'), 'other');
    for (const branch of [workspace, reviewed]) edit(branch, toggle);
    const comment = await run(review);
    assert.deepEqual([comment.code, comment.stdout.includes('\n```diff\n~ job ')], [0, true]);
    assert.equal((await run(plan)).code, 0);
    assert.match(
      readFileSync(join(folder, 'summary.md'), 'utf8'),
      /^### Plan: 1 change\n\nDigest: `[0-9a-f]{16}`\n/,
    );
    assert.equal((await run('node device-automation.cjs apply other --server-name Plant')).code, 0);
    assert.equal((await run(apply)).code, 1, 'the server has changed since');
    assert.equal((await run(plan)).code, 0);
    assert.equal((await run(apply)).code, 0);
    assert.match((await run(review)).stdout, /^### Plan: \d+ changes?\n/);
    for (const branch of [workspace, reviewed]) edit(branch, spoil);
    assert.deepEqual([(await run(review)).code, (await run(plan)).code], [1, 1]);
  });

  it('plan a merge request on GitLab with a warning, apply the plan of the main branch, and report drift', async () => {
    const first = stepsOf(gitlab, 'before_script');
    const jobs = ['review', 'drift', 'plan', 'apply'].map(job => `${first}\n${stepsOf(gitlab, job)}`);
    const [review = '', drift = '', plan = '', apply = ''] = jobs;
    assert.match(gitlab, /allow_failure:\n {4}exit_codes: 2\n/);
    assert.match(gitlab, /--data-urlencode "body@plan\.md"/);
    const origin = workspace;
    commitAll(origin);
    workspace = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', `file://${origin}`, workspace]);
    replaceProgram(workspace);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, toggle);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [2, 2]);
    assert.deepEqual([(await run(plan)).code, (await run(apply)).code], [0, 0]);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, spoil);
    assert.deepEqual([(await run(review)).code, (await run(plan)).code], [1, 1]);
  });

  it('commit each night what has changed on the server, and nothing if nothing has', async () => {
    const recipes = readFileSync(join(projectDirectory, 'docs/jobs-as-code.md'), 'utf8');
    const [, script = ''] = /^```sh\n#!\/bin\/sh -eu\n(.*?)^```$/ms.exec(recipes) ?? [];
    const git = 'git -c user.name=User -c user.email=user@example.com';
    const nightly = script
      .replaceAll(/^device-automation/gm, 'node device-automation.cjs')
      .replace('git commit', `${git} commit`);
    writeFileSync(join(workspace, '.gitignore'), 'export.log\n');
    commitAll(workspace);
    const bare = join(folder, 'bare.git');
    execFileSync('git', ['clone', '--quiet', '--bare', workspace, bare]);
    workspace = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', bare, workspace], { stdio: 'ignore' });
    const changed = async () => {
      const result = await run(nightly);
      assert.equal(result.code, 0);
      return (await run('git log --format=%s --name-status -1')).stdout;
    };
    assert.match(await changed(), /^Add files\n/);
    assert.equal((await run('node device-automation.cjs delete job 1')).code, 0);
    const log = await changed();
    assert.match(log, /^Plant on \d{4}-\d\d-\d\d\n/);
    assert.match(log, /^D\tplant\/jobs\//m);
    assert.equal(await changed(), log);
    const count = readdirSync(join(workspace, 'plant/jobs')).length;
    assert.equal((await run(`export DEVICE_AUTOMATION_SERVER_URL=http://127.0.0.1:9; ${nightly}`)).code, 1);
    assert.equal(readdirSync(join(workspace, 'plant/jobs')).length, count);
  });
});
