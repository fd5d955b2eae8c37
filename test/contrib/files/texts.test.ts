import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import {
  ConnectionError,
  NotSentError,
  RedirectError,
  type RequestInfo,
} from '../../../src/api/errors/apiError.ts';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { failureKind, failureText } from '../../../src/cli/failure.ts';
import { findNamedJob, pickGroup } from '../../../src/cli/namedObjects.ts';
import { SelectionError, UsageError } from '../../../src/cli/optionTable.ts';
import { folderOf, noteOtherServer } from '../../../src/contrib/files/cli/fileSets.ts';
import { FilesError } from '../../../src/contrib/files/common/filesError.ts';
import { type Manifest, newManifest } from '../../../src/contrib/files/common/manifest.ts';
import { JournalError } from '../../../src/store/runs/openRun.ts';
import { parse } from '../../cli/support/commandTable.ts';
import { memoryOutput } from '../../cli/support/memoryOutput.ts';
import { group, job, statusError } from '../../store/support/fakes.ts';

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
    const target = 'https://gateway.example/sign-in';
    assert.equal(
      text(new RedirectError(request, { status: 302, target, isSignIn: true })),
      `${at} The server redirects to a sign-in page elsewhere (${target}): the token is invalid or has expired, or a gateway in front of the server expects other headers or a client certificate.`,
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
      new FilesError({ kind: 'incomplete' }),
      new JournalError(''),
      'odd',
    ];
    assert.deepEqual(failures.map(failureKind), [
      'http',
      'usage',
      'selection',
      'selection',
      'journal',
      'unexpected',
    ]);
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
    const { options } = parse('plan', ...args);
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
  const jobId = (operand: string) => findNamedJob(operand, jobs, localizer).id;
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
