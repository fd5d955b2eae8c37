import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { ConnectionError, NotSentError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { parseCommandLine } from '../../../src/cli/commandLine.ts';
import { failureKind, failureText } from '../../../src/cli/failure.ts';
import { folderOf, noteOtherServer } from '../../../src/cli/fileSets.ts';
import { pickGroup, pickJob, SelectionError } from '../../../src/cli/objects.ts';
import { planLines } from '../../../src/cli/planText.ts';
import { UsageError } from '../../../src/cli/usageError.ts';
import type { Plan, PlanItem } from '../../../src/files/filePlan.ts';
import { type Manifest, newManifest } from '../../../src/files/manifest.ts';
import { JournalError } from '../../../src/journal/openRun.ts';
import { englishLocalizer as localizer } from '../../../src/util/localizer.ts';
import { partialOf } from '../../support/partialOf.ts';
import { group, job, statusError } from '../store/support/fakes.ts';
import { memoryOutput } from './support/memoryOutput.ts';

const request: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/' };

describe('a failure of the command line', () => {
  const text = (error: unknown, server = 'Plant') => failureText(error, server, localizer);

  it('is explained by options and variables instead of commands and settings of VS Code', () => {
    const at = 'Could not read job on “Plant”.';
    assert.equal(
      text(new ConnectionError(request, 'proxy', 'HTTP 407', false)),
      `${at} The proxy failed (HTTP 407). Check HTTPS_PROXY and NO_PROXY, or pass --no-proxy.`,
    );
    assert.equal(
      text(new NotSentError(request, { code: 'plainHttp' })),
      `${at} Nothing was sent: over plain HTTP, anyone on the network path could read the token. Use HTTPS, or pass --allow-http.`,
    );
    assert.equal(
      text(statusError(401), `Plant ${'x'.repeat(100)}`),
      `Could not read job on “Plant ${'x'.repeat(53)}…”. The server rejected the token: it is invalid or has expired.`,
    );
  });

  it('has a kind for scripts', () => {
    const failures = [
      statusError(500),
      new UsageError(''),
      new SelectionError(''),
      new JournalError(''),
      'odd',
    ];
    assert.deepEqual(failures.map(failureKind), ['http', 'usage', 'selection', 'journal', 'unexpected']);
  });
});

describe('a folder of files', () => {
  it('is the current folder by default', () => {
    const folder = (...operands: readonly string[]) => folderOf({ operands, localizer });
    assert.deepEqual([folder(), folder('not-there')], [resolve('.'), resolve('not-there')]);
    assert.throws(() => folder('a', 'b'), { name: 'UsageError', message: 'Pass one folder.' });
    assert.throws(() => folder('package.json'), { message: '“package.json” is not a folder.' });
  });
});

describe('files of another server', () => {
  const config = { id: 'plant', name: 'Plant ', url: 'https://Plant.example' };
  const note = (manifest: Manifest, ...args: readonly string[]) => {
    const { output, errors } = memoryOutput(false);
    const { options } = parseCommandLine(['plan', ...args], undefined, localizer);
    noteOtherServer({ output, localizer, options }, { manifest }, config);
    return errors();
  };

  it('without a fingerprint are noted unless they have the name of this server, or a name was passed', () => {
    const { fingerprint: _, ...hall } = newManifest({ name: 'Hall', url: 'https://hall.example' });
    assert.equal(
      note(hall),
      'The files belong to “Hall”, but this server is “Plant ”. If it is the same, pass --server-name "Hall".\n',
    );
    assert.equal(note({ ...hall, server: ' Plant' }), '');
    assert.equal(note(hall, '--server-name=Plant'), '');
  });
});

describe('an object that a command names', () => {
  const jobs = [
    job(1, { name: ' Nightly ' }),
    job(2, { name: 'Weekly' }),
    job(3, { name: 'Weekly' }),
    job(4, { name: '12' }),
  ];
  const jobId = (operand: string) => pickJob(operand, jobs, localizer).id;
  const selection = (message: string) => ({ name: 'SelectionError', message });

  it('is a job with this ID or full name', () => {
    assert.deepEqual([jobId('1'), jobId('#2'), jobId('Nightly'), jobId('name:Nightly')], [1, 2, 1, 1]);
    assert.deepEqual([jobId('name:12'), jobId('name: 12 ')], [4, 4]);
    assert.throws(() => jobId('12'), selection('The server has no job with the ID 12.'));
    assert.throws(() => jobId('night'), selection('The server has no job named “night”.'));
    assert.throws(() => jobId('Weekly'), selection('Several jobs are named “Weekly”: IDs 2, 3. Pass an ID.'));
  });

  it('is a group with this DN, ID or full name', () => {
    const groups = [
      group('CN=Hall', { dn: ' CN=Lab ', id: 7 }),
      group(' Hall', { id: 8, dn: 'CN=Hall' }),
      group('7', { dn: 'CN=7' }),
      group('Twice', { dn: 'CN=1' }),
      group('Twice', { dn: 'CN=2' }),
    ];
    const dn = (operand: string) => pickGroup(operand, groups, localizer).dn;
    assert.deepEqual(
      [dn('CN=Lab'), dn('CN=Hall'), dn('7'), dn('#8')],
      [' CN=Lab ', 'CN=Hall', ' CN=Lab ', 'CN=Hall'],
    );
    assert.deepEqual([dn('name:7'), dn('Hall '), dn('CN=2')], ['CN=7', 'CN=Hall', 'CN=2']);
    assert.throws(() => dn('Yard'), selection('The server has no group with the name or DN “Yard”.'));
    assert.throws(() => dn('Twice'), selection('Several groups are named “Twice”. Pass the DN of one.'));
  });
});

describe('the lines of a plan', () => {
  const file = {
    kind: 'job',
    path: 'jobs/a.job.jsonc',
    name: 'A',
    key: undefined,
    previousName: undefined,
    draft: {},
    text: '',
  } as const;
  const item: PlanItem = { action: 'change', kind: 'job', name: 'A', file, changes: [], problems: [] };
  const lines = (items: readonly PlanItem[], isComplete = true) => {
    const plan = partialOf<Plan>({ items, problems: [], isComplete });
    return planLines(plan, { operands: [], localizer });
  };
  it('show what would be done with each object, but not what stays on the server', () => {
    const actions = ['create', 'change', 'rename', 'delete', 'blocked', 'onlyOnServer', 'unchanged'] as const;
    const items = actions.map(action => ({
      ...item,
      action,
      ...(action === 'rename' ? { previousName: 'Old' } : {}),
      kind: action === 'delete' ? ('group' as const) : ('job' as const),
    }));
    assert.deepEqual(lines(items), [
      '+ job A (jobs/a.job.jsonc)',
      '~ job A (jobs/a.job.jsonc)',
      '~ job Old → A (jobs/a.job.jsonc)',
      '- group A (jobs/a.job.jsonc)',
      '! job A (jobs/a.job.jsonc)',
      '',
      'To create: 1, to change: 1, to rename: 1, to delete: 1. Up to date: 1, cannot be applied: 1, only on the server: 1.',
    ]);
  });

  it('show fields with what they were and will be, quoted', () => {
    const changes = [
      { field: 'name', before: 'a', after: 'b\n' },
      { field: 'groups', before: ['Lab', 'Hall'], after: ['Hall', 'Yard'] },
      { field: 'policies', before: [1, 2], after: [2, 1] },
      { field: 'reports', before: undefined, after: [] },
      { field: 'retry', before: null, after: { attempts: 3 } },
    ];
    assert.deepEqual(lines([{ ...item, changes }]).slice(1, -2), [
      '    Name: "a" → "b\\n"',
      '    Static groups: + "Yard", - "Lab"',
      '    Policies: 1, 2 → 2, 1',
      '    Reports: []',
      '    retry: null → {"attempts":3}',
    ]);
  });

  it('omit what a new object does not have', () => {
    const changes = [
      { field: 'name', before: undefined, after: 'A' },
      { field: 'params', before: undefined, after: '' },
      { field: 'groups', before: undefined, after: [] },
      { field: 'enabled', before: undefined, after: false },
    ];
    const shown = (action: 'create' | 'change') => lines([{ ...item, action, changes }]).slice(1, -2);
    assert.deepEqual(shown('create'), ['    Name: "A"', '    Enabled: false']);
    assert.equal(shown('change').length, 4);
  });

  it('are only counts if nothing is to be done, and nothing if no file could be read', () => {
    const none =
      'To create: 0, to change: 0, to rename: 0, to delete: 0. Up to date: 0, cannot be applied: 0, only on the server: 0.';
    assert.deepEqual(lines([]), [none]);
    assert.deepEqual(lines([], false), []);
  });
});
