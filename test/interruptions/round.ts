import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay } from '../../src/base/delay.ts';
import type { RunRecord } from '../../src/store/runs/runRecord.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { type End, editedName, type WindowReport, type Work } from './plan.ts';
import { randomOf } from './random.ts';
import { checkReused, reuseIds } from './reusedIds.ts';
import { type Left, leftBehind, makeProfile, readReport, runWindow } from './roundFolder.ts';

/** What a round covered, besides proving that nothing was lost. */
export interface RoundResult {
  readonly work: Work['kind'];
  readonly end: End['kind'];
  /** Whether the window was interrupted during its work. */
  readonly wasCut: boolean;
  /** Whether there was something to restore: unsaved text, or the journal of a run. */
  readonly cameBack: boolean;
  /** The number of restored texts without their base: saving them shows a prompt first. */
  readonly asked: number;
}

const jobCount = 30;
const groupCount = 16;

/** One window that is interrupted at some point, and the next one, in which everything must be restored. */
export async function runRound(program: string, seed: number): Promise<RoundResult> {
  const random = randomOf(seed);
  const folder = await mkdtemp(join(tmpdir(), 'da-round-'));
  const server = await startDemoServer({
    jobs: jobCount,
    groups: groupCount,
    groupIds: seed % 2 === 0,
    devices: 10,
    pace: 'still',
    latencyMs: Math.floor(random() * 8),
  });
  try {
    await makeProfile(folder, server);
    const { work, end } = planOf(random, seed);
    const before = server.requests.entries.length;
    const open = openJobs(server, work);
    const others = changeByOthers(server, work, random);
    const hasEnded = await runWindow(program, { folder, seed, work, end });
    await others.done;
    const left = await leftBehind(folder);
    const sent = writesIn(server, before);
    const names = namesOn(server);
    const reused = random() < 0.5 ? reuseIds(server, left.runs) : new Set<number>();
    if (random() < 0.2) {
      const again: End = { kind: 'killAfter', ms: Math.floor(random() * 250) };
      await runWindow(program, { folder, seed: seed + 1, work: { kind: 'comeBack' }, end: again });
    }
    const isBack = await runWindow(program, {
      folder,
      seed: seed + 2,
      work: { kind: 'comeBack' },
      end: { kind: 'done' },
    });
    assert.ok(isBack, 'the window that came back did not come to its end');
    const report = await readReport(folder);
    checkReused(server, reused);
    const meant = open.filter(id => !reused.has(id));
    checkRuns(server, { work, open: meant }, left.runs, { report, sent, names });
    if (work.kind === 'edit') checkEdits(server, seed, work, { left, report, flipped: others.flipped });
    checkNothingTwice(server, before);
    return {
      work: work.kind,
      end: end.kind,
      wasCut: !hasEnded,
      asked: report.failures.length,
      cameBack: left.runs.length + left.drafts.length > 0,
    };
  } catch (error) {
    const report = JSON.stringify(await readReport(folder)).slice(0, 2_000);
    throw new Error(
      `seed ${seed}: ${error instanceof Error ? error.message : String(error)}; report: ${report}`,
      {
        cause: error,
      },
    );
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function planOf(random: () => number, seed: number): { work: Work; end: End } {
  const jobs = Array.from({ length: jobCount }, (_, index) => index + 1).filter(() => random() < 0.6);
  const kinds = ['edit', 'delete', 'disable', 'deleteAndUndo', 'deleteGroups'] as const;
  const kind = kinds[seed % kinds.length] ?? 'edit';
  const work: Work =
    kind === 'edit'
      ? { kind, jobs: jobs.slice(0, 8), newNames: [`New ${seed} a`, `New ${seed} b`] }
      : kind === 'deleteGroups'
        ? { kind }
        : { kind, jobs };
  const ms = Math.floor(60 + random() * 300);
  const dice = random();
  if (dice < 0.5)
    return { work, end: { kind: 'killAtStep', step: 20 + Math.floor(random() * 4 * 2 * jobs.length) } };
  return { work, end: { kind: dice < 0.75 ? 'killAfter' : 'closeAfter', ms } };
}

/** While the user edits, others change another field of the same jobs. */
function changeByOthers(server: DemoServer, work: Work, random: () => number) {
  const flipped = new Map<number, boolean>();
  if (work.kind !== 'edit') return { flipped, done: Promise.resolve([]) };
  const changes = work.jobs.map(async id => {
    await delay(random() * 300);
    const job = server.world.jobs.get(id);
    assert.ok(job);
    job.run_on_start = !job.run_on_start;
    flipped.set(id, job.run_on_start);
  });
  return { flipped, done: Promise.all(changes) };
}

interface Seen {
  readonly report: WindowReport;
  /** What had been carried out, and what existed, when the window was interrupted. */
  readonly sent: readonly Write[];
  readonly names: ReadonlySet<string>;
}

function checkRuns(
  server: DemoServer,
  { work, open }: { readonly work: Work; readonly open: readonly number[] },
  runs: readonly RunRecord[],
  { report, sent, names }: Seen,
): void {
  for (const run of runs) {
    assert.ok(
      report.notices.some(notice => notice.includes('was interrupted')),
      `nobody was notified of the interrupted run: ${report.notices.join(' | ')}`,
    );
    assert.ok(
      report.reports.some(text => run.items.every(({ name }) => text.includes(name))),
      'no full report',
    );
    for (const { id, name, is } of run.items) {
      const isThere = id === undefined ? names.has(name) : sent.some(write => write.id === id);
      if (is === 'done') assert.ok(isThere, `${name} is reported as done, but is not`);
      if (is === 'notSent' || is === 'failed')
        assert.ok(!isThere, `${name} is reported as ${is}, but is done`);
    }
  }
  if (work.kind === 'edit') return;
  const count = open.filter(id => isDone(server, work.kind, id)).length;
  // Nothing may be left half done without a report: either the window was interrupted before it started, or the work
  // was completed.
  const expected = runs.length > 0 ? [open.length] : [0, open.length];
  if (work.kind !== 'deleteAndUndo') assert.ok(expected.includes(count), `${count} of ${open.length} done`);
}

/** The jobs, or groups, whose work is still pending. */
function openJobs(server: DemoServer, work: Work): readonly number[] {
  if (work.kind === 'deleteGroups') return [...server.world.groups.all()].map(({ id }) => id);
  return work.jobs.filter(id => !isDone(server, work.kind, id));
}

function namesOn(server: DemoServer): ReadonlySet<string> {
  return new Set([...server.world.jobs.all()].map(({ name }) => name));
}

function isDone(server: DemoServer, kind: Work['kind'], id: number): boolean {
  if (kind === 'deleteGroups') return server.world.groups.get(id) === undefined;
  const job = server.world.jobs.get(id);
  return kind === 'disable' ? job?.enabled === false : job === undefined;
}

interface Edits {
  readonly left: Left;
  readonly report: WindowReport;
  readonly flipped: ReadonlyMap<number, boolean>;
}

function checkEdits(
  server: DemoServer,
  seed: number,
  work: Extract<Work, { kind: 'edit' }>,
  { left, report, flipped }: Edits,
): void {
  const sent = new Set(writesIn(server, 0).map(({ id }) => id));
  for (const id of work.jobs) {
    const job = server.world.jobs.get(id);
    const uri = left.drafts.find(draft => draft.includes(`/jobs/${id}/`));
    const failure = report.failures.find(text => uri !== undefined && text.startsWith(uri));
    assert.equal(job?.run_on_start, flipped.get(id), `what others changed in job ${id} stays`);
    if (failure !== undefined) assert.match(failure, /Changed on the server since you started editing/);
    else if (uri !== undefined || sent.has(id))
      assert.equal(job?.name, editedName(seed, id), 'the edit is there');
  }
  const names = [...server.world.jobs.all()].map(({ name }) => name);
  for (const [index, name] of work.newNames.entries()) {
    const count = names.filter(other => other === name).length;
    const isKept = left.drafts.some(draft => draft.includes(`/new-${seed * 10 + index}/`));
    assert.ok(count <= 1, `${name} was created ${count} times`);
    if (isKept) assert.equal(count, 1, `the unsaved ${name} came back and was created`);
  }
}

interface Write {
  readonly kind: string;
  readonly id: number | undefined;
}

function writesIn(server: DemoServer, from: number): Write[] {
  return server.requests.entries
    .slice(from)
    .filter(({ method, status }) => method !== 'GET' && status < 300)
    .map(({ kind, path }) => ({ kind, id: idIn(path) }));
}

function idIn(path: string): number | undefined {
  const digits = /\/(?:job|group)\/(\d+)\/$/.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A write that was carried out is never sent again, either before or after the interruption. */
function checkNothingTwice(server: DemoServer, from: number): void {
  const keys = writesIn(server, from)
    .filter(({ id }) => id !== undefined)
    .map(({ kind, id }) => `${kind} ${id}`);
  assert.equal(new Set(keys).size, keys.length, 'a write was sent twice');
  const names = [...server.world.jobs.all()].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, 'something was created twice');
}
