import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
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
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import * as z from 'zod';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { cliProgram, environmentOf, startDemoProgram } from './support/programs.ts';

/** The example of a documentation page in which this line is, without its fence. */
function exampleWith(page: string, line: string): string {
  const text = readFileSync(join(projectDirectory, 'docs', page), 'utf8');
  const found = [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].flatMap(([, example = '']) => example);
  const example = found.find(each => each.split('\n').includes(line));
  assert.ok(example !== undefined, `${page}: ${line}`);
  return example;
}

const Workflow = z.object({
  concurrency: z.optional(z.undefined()),
  jobs: z.record(
    z.string(),
    z.object({
      concurrency: z.optional(z.string()),
      steps: z.array(z.object({ run: z.optional(z.string()), if: z.optional(z.string()) })),
    }),
  ),
});
const GitLab = z.looseObject({ before_script: z.array(z.string()) });
const GitLabJob = z.object({ script: z.array(z.string()), resource_group: z.optional(z.string()) });

const readExample = (file: string) => readFileSync(join(projectDirectory, 'docs/examples', file), 'utf8');
const workflow = Workflow.parse(parse(readExample('github-actions.yml')));
const gitlab = GitLab.parse(parse(readExample('gitlab-ci.yml')));
const compose = z
  .object({ services: z.object({ observe: z.object({ command: z.string() }) }) })
  .parse(parse(exampleWith('observe.md', 'services:')));

/** The shell steps of a job, those that run after a failure on their own. */
function stepsOf(job: string): { readonly usual: string; readonly always: string } {
  const steps = workflow.jobs[job]?.steps ?? [];
  const scriptOf = (isAlways: boolean) =>
    steps
      .flatMap(step => ((step.if === 'always()') === isAlways ? (step.run ?? []) : []))
      .join('\n')
      .replaceAll(/\$\{\{ github\.event\.number \}\}/g, '7');
  return { usual: scriptOf(false), always: scriptOf(true) };
}

/** A job of GitLab, whose script runs in one shell with that before it. */
function gitlabJob(name: string): string {
  return [...gitlab.before_script, ...GitLabJob.parse(gitlab[name]).script].join('\n');
}

/** Programs that store the body of the comment that they would send. */
const commenters = {
  gh: 'while [ "$1" != --body-file ]; do shift; done; cp "$2" "$COMMENT"',
  curl: 'for part; do case $part in body@*) cp "$(echo "$part" | cut -c6-)" "$COMMENT" ;; esac; done',
};

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
  /** A folder of the PATH. */
  let programs: string;

  before(async () => {
    server = await startDemoProgram('--jobs', '5', '--groups', '2');
  });
  after(() => server.end());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    const program = await cliProgram();
    copyFileSync(program, join(workspace, 'device-automation.cjs'));
    programs = join(folder, 'bin');
    mkdirSync(programs);
    copyFileSync(program, join(programs, 'device-automation'));
    for (const [name, script] of Object.entries(commenters))
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    for (const name of readdirSync(programs)) chmodSync(join(programs, name), 0o755);
    await run('node device-automation.cjs export plant --server-name Plant');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** As in both services, the first command that fails ends the job. */
  async function run(script: string, more: Readonly<Record<string, string>> = {}) {
    const gitlabVariables = { CI_BUILDS_DIR: folder, CI_DEFAULT_BRANCH: 'main' };
    const summary = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const env = {
      PATH: `${programs}:${process.env['PATH']}`,
      HOME: folder,
      COMMENT: join(folder, 'comment.md'),
      ...gitlabVariables,
      ...summary,
      ...environmentOf(server),
      ...more,
    };
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: workspace, env });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.equal(existsSync(join(folder, 'stolen')), false, 'the program of the reviewed branch has run');
    return { code: Number(code), stdout, stderr };
  }

  const comment = () => readFileSync(join(folder, 'comment.md'), 'utf8');
  const digestIn = (text: string) => /[Dd]igest:? `?([0-9a-f]{16})/.exec(text)?.[1];
  const wrongToken = { DEVICE_AUTOMATION_TOKEN: 'a-token-that-was-revoked' };

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
    const reviewed = join(workspace, 'reviewed');
    cpSync(join(workspace, 'plant'), join(reviewed, 'plant'), { recursive: true });
    replaceProgram(reviewed);
    const [steps, plan, apply] = [stepsOf('review'), stepsOf('plan').usual, stepsOf('apply').usual];
    const review = async (more?: Readonly<Record<string, string>>) => {
      const { code } = await run(steps.usual, more);
      await run(steps.always, more);
      return { code, comment: comment() };
    };
    assert.match((await review()).comment, /^### Plan: 0 changes\n/);
    cpSync(join(workspace, 'plant'), join(workspace, 'other'), { recursive: true });
    edit(workspace, json => json.replace(/("policies": \[)[^\]]*/, '$177'), 'other');
    for (const branch of [workspace, reviewed]) edit(branch, toggle);
    const shown = await review();
    assert.deepEqual([shown.code, shown.comment.includes('\n```diff\n~ job ')], [0, true]);
    assert.equal((await run(plan)).code, 0);
    const summary = readFileSync(join(folder, 'summary.md'), 'utf8');
    assert.match(summary, /^### Plan: 1 change\n\nDigest: `[0-9a-f]{16}`\n/);
    assert.equal(digestIn(summary), digestIn(shown.comment), 'that of the comment');
    const other = await run('node device-automation.cjs apply other --server-name Plant');
    assert.equal(other.code, 0);
    assert.equal((await run(apply)).code, 1, 'the server has changed since');
    assert.equal((await run(plan)).code, 0);
    const planned = JSON.parse(readFileSync(join(workspace, 'plan.json'), 'utf8'));
    const applied = await run(apply);
    assert.deepEqual([applied.code, digestIn(applied.stderr)], [0, String(planned.digest).slice(0, 16)]);
    assert.match((await review()).comment, /^### Plan: \d+ changes?\n/);
    for (const branch of [workspace, reviewed]) edit(branch, spoil);
    assert.deepEqual([(await review()).code, (await run(plan)).code], [1, 1]);
  });

  it('comment why there is no plan if the server rejects the token', async () => {
    cpSync(join(workspace, 'plant'), join(workspace, 'reviewed/plant'), { recursive: true });
    commitAll(workspace);
    execFileSync('git', ['remote', 'add', 'origin', '.'], { cwd: workspace });
    const { usual, always } = stepsOf('review');
    assert.deepEqual([(await run(usual, wrongToken)).code, (await run(always)).code], [1, 0]);
    assert.match(comment(), /^### Plan: it failed\n\n```\n.*The server rejected the token.*\n```\n$/);
    rmSync(join(folder, 'comment.md'));
    assert.equal((await run(gitlabJob('review'), wrongToken)).code, 1);
    assert.match(comment(), /The server rejected the token/);
  });

  it('run one apply at a time, and let reviews run beside it', () => {
    const withGroup = Object.entries(workflow.jobs).filter(([, job]) => job.concurrency !== undefined);
    assert.deepEqual(
      withGroup.map(([name]) => name),
      ['apply'],
    );
    assert.equal(GitLabJob.parse(gitlab['apply']).resource_group, 'plant');
  });

  it('plan a merge request on GitLab with a warning, apply the plan of the main branch, and report drift', async () => {
    const [review = '', drift = '', plan = '', apply = ''] = ['review', 'drift', 'plan', 'apply'].map(
      gitlabJob,
    );
    const { allow_failure: allowed } = z
      .looseObject({ allow_failure: z.object({ exit_codes: z.number() }) })
      .parse(gitlab['review']);
    assert.equal(allowed.exit_codes, 2);
    const origin = workspace;
    commitAll(origin);
    workspace = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', `file://${origin}`, workspace]);
    replaceProgram(workspace);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, toggle);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [2, 2]);
    const planned = await run(plan);
    assert.equal(planned.code, 0);
    assert.ok(digestIn(comment()) !== undefined);
    assert.equal(digestIn(planned.stderr), digestIn(comment()), 'that of the comment');
    const applied = await run(apply);
    assert.deepEqual([applied.code, digestIn(applied.stderr)], [0, digestIn(comment())]);
    assert.deepEqual([(await run(review)).code, (await run(drift)).code], [0, 0]);
    edit(workspace, spoil);
    assert.deepEqual([(await run(review)).code, (await run(plan)).code], [1, 1]);
  });

  it('commit each night what has changed on the server, and nothing if nothing has', async () => {
    commitAll(workspace);
    const bare = join(folder, 'bare.git');
    execFileSync('git', ['clone', '--quiet', '--bare', workspace, bare]);
    workspace = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', bare, workspace], { stdio: 'ignore' });
    for (const [name, value] of [
      ['user.name', 'User'],
      ['user.email', 'user@example.com'],
    ] as const)
      execFileSync('git', ['config', name, value], { cwd: workspace });
    const script = join(workspace, 'nightly.sh');
    writeFileSync(script, exampleWith('jobs-as-code.md', '#!/bin/sh -eu'), { mode: 0o755 });
    const changed = async () => {
      const result = await run('./nightly.sh');
      assert.deepEqual([result.code, result.stdout], [0, '']);
      return (await run(`git --git-dir ${bare} log --format=%s --name-status -1`)).stdout;
    };
    assert.match(await changed(), /^Add files\n/);
    assert.equal((await run('node device-automation.cjs delete job 1')).code, 0);
    const log = await changed();
    assert.match(log, /^Plant on \d{4}-\d\d-\d\d\n/);
    assert.match(log, /^D\tplant\/jobs\//m);
    assert.equal(await changed(), log);
    const count = readdirSync(join(workspace, 'plant/jobs')).length;
    assert.equal((await run('./nightly.sh', { DEVICE_AUTOMATION_SERVER_URL: 'http://127.0.0.1:9' })).code, 1);
    assert.equal(readdirSync(join(workspace, 'plant/jobs')).length, count);
  });

  it('commit each night what can be exported if two groups cannot be told apart', async () => {
    const twins = await startDemoProgram('--jobs', '3', '--groups', '0');
    try {
      for (const name of ['Twin', 'Twin', 'Other']) {
        const headers = { authorization: `Token ${twins.token}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ name, dn: `CN=${name}`, server_set: [] });
        const { status } = await fetch(`${twins.url}/account/api/group/`, {
          method: 'POST',
          headers,
          body,
        });
        assert.equal(status, 201);
      }
      commitAll(workspace);
      const script = exampleWith('jobs-as-code.md', '#!/bin/sh -eu').replaceAll(
        /^git (?:pull|push) .*$/gm,
        '',
      );
      writeFileSync(join(workspace, 'nightly.sh'), script, { mode: 0o755 });
      rmSync(join(workspace, 'plant'), { recursive: true });
      const author = { GIT_AUTHOR_NAME: 'User', GIT_COMMITTER_NAME: 'User' };
      const mail = { GIT_AUTHOR_EMAIL: 'user@example.com', GIT_COMMITTER_EMAIL: 'user@example.com' };
      const result = await run('./nightly.sh', { ...environmentOf(twins), ...author, ...mail });
      assert.equal(result.code, 0, result.stderr);
      assert.match(result.stderr, /cannot be told apart: “Twin” and “Twin”/);
      const { stdout } = await run('git log -1 --format=%s --name-only');
      assert.match(stdout, /^Plant on /);
      assert.match(stdout, /plant\/groups\/other\.group\.jsonc/);
    } finally {
      await twins.end();
    }
  });

  /** Runs the command line of a service until its metrics can be read, and ends it as systemd and Docker do. */
  async function serve(line: string, more: Readonly<Record<string, string>>) {
    const child = spawn(
      'sh',
      ['-c', `exec ${line.replace(/:?9754\b/, match => match.replace('9754', '0'))}`],
      {
        env: { PATH: '/usr/bin:/bin', ...environmentOf(server), DEVICE_AUTOMATION_TOKEN: '', ...more },
      },
    );
    const lines = createInterface({ input: child.stderr });
    const closed = once(child, 'close');
    const notes: string[] = [];
    for await (const note of lines) {
      notes.push(note);
      if (note.includes('Observing “')) child.kill('SIGTERM');
    }
    const [code] = await closed;
    return { code, notes };
  }

  it('observe as a unit of systemd and as a service of Docker Compose, until they are stopped', async () => {
    const unit = readExample('device-automation-observe.service');
    const [, start = ''] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit) ?? [];
    const token = join(folder, 'token');
    writeFileSync(token, server.token, { mode: 0o600 });
    const state = join(folder, 'state');
    const program = join(workspace, 'device-automation.cjs');
    const systemd = start
      .replaceAll('\\\n', '')
      .replace('/usr/bin/node', process.execPath)
      .replace('/usr/local/lib/device-automation.cjs', program);
    const docker = compose.services.observe.command
      .replace(/^node /, `${process.execPath} `)
      .replace('/app/device-automation.cjs', program)
      .replace('/run/secrets/token', token)
      .replace('/state', state);
    // Neither has a home folder.
    for (const [line, more] of [
      [systemd, { CREDENTIALS_DIRECTORY: folder, STATE_DIRECTORY: state }],
      [docker, {}],
    ] as const) {
      const { code, notes } = await serve(line, more);
      assert.equal(code, 0, notes.join('\n'));
      assert.match(notes.at(-1) ?? '', /Stopped\.$/);
      assert.ok(
        notes.every(note => !/cannot|Unexpected/.test(note)),
        notes.join('\n'),
      );
    }
  });
});
