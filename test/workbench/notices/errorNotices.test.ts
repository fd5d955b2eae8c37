import assert from 'node:assert/strict';
import type { RequestInfo } from '../../../src/api/errors/apiError.ts';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import { group, statusError } from '../../store/support/fakes.ts';
import { FakePerson } from '../commands/support/memoryServer.ts';

const { ConnectionError, NotSentError, RedirectError } = await import('../../../src/api/errors/apiError.ts');
const { JournalError } = await import('../../../src/store/runs/openRun.ts');
const { SaveConflictError } = await import('../../../src/api/model/saveErrors.ts');
const { readDocumentText } = await import('../../../src/workbench/documents/documentText.ts');
const { objectKinds } = await import('../../../src/workbench/documents/objectKinds.ts');
const { ErrorNotices } = await import('../../../src/workbench/notices/errorNotices.ts');
const { GroupMismatchError } = await import('../../../src/store/groups/groupMismatchError.ts');

const request: RequestInfo = {
  operation: 'getJob',
  method: 'GET',
  origin: 'https://plant.example',
  path: '/automation/api/job/1/',
};
const config: ServerConfig = { id: 'plant', name: 'Plant', url: 'http://plant.example' };

/** Notices to a user, and what their buttons did. */
function setUp() {
  const user = new FakePerson();
  const done: string[] = [];
  const logged: string[] = [];
  const notices = new ErrorNotices(
    user.dialogs,
    { error: text => void logged.push(text), show: () => void done.push('show log') },
    async () => ({
      signIn: async ({ name }) => void done.push(`sign in ${name}`),
      changeUrl: async ({ name }, url) => void done.push(`change ${name} to ${url}`),
      trustCertificate: async ({ name }) => void done.push(`trust ${name}`),
      enterPassphrase: async ({ name }) => void done.push(`enter the passphrase of ${name}`),
    }),
  );
  return { user, done, logged, notices };
}

describe('the sentence about an error', () => {
  const { notices } = setUp();

  it('explains which group the ID belongs to now', () => {
    const lab = { name: 'Lab', dn: 'CN=Lab' };
    assert.equal(
      notices.text(new GroupMismatchError(lab, undefined), config),
      'The ID of “Lab” no longer belongs to any group. Nothing was changed.',
    );
    assert.equal(
      notices.text(new GroupMismatchError(lab, group('Office')), config),
      'The ID known for the group “Lab” now belongs to “Office”. Nothing was changed.',
    );
  });

  it('names the place in a document that could not be saved', () => {
    const textOf = (document: string) => {
      try {
        return readDocumentText(document, objectKinds.job, false);
      } catch (error) {
        return notices.text(error, config);
      }
    };
    assert.equal(textOf('{\n  "name": }'), 'This is not valid JSON: line 2, column 11: a value is missing.');
    assert.equal(textOf('[]'), 'The document must be one JSON object.');
    assert.match(String(textOf('{ "name": "A", "policies": [1, "x"] }')), /^Policies, entry 2: /);
    const conflict = notices.text(
      new SaveConflictError({ fields: ['policies', 'name'], merge: undefined }, {}),
      config,
    );
    assert.match(conflict, /: Policies, Name\. Nothing was saved\./);
  });

  it('explains why an operation could not be recorded', () => {
    assert.equal(
      notices.text(new JournalError(new Error('disk full')), config),
      'Could not write the recovery log on this computer, so nothing was sent: disk full',
    );
  });
});

describe('an error that is shown', () => {
  it('names its object if there is one, is logged, and offers to show the log', async () => {
    const { user, done, logged, notices } = setUp();
    await notices.show(new Error('no'), undefined, 'Lab');
    assert.deepEqual(done, []);
    user.press = ([action]) => action;
    await notices.show(new Error('no'), config);
    assert.deepEqual(user.of('error'), ['“Lab”: no', 'no']);
    assert.deepEqual(logged, user.of('error'));
    assert.deepEqual(user.messages.at(-1)?.actions, ['Show Log']);
    assert.deepEqual(done, ['show log']);
  });

  it('offers what a contribution adds, unless the kernel has an action of its own', async () => {
    const { user, done, notices } = setUp();
    notices.addOffer((error, { name }) =>
      error instanceof ConnectionError
        ? { action: 'Check', run: async () => void done.push(`check ${name}`) }
        : undefined,
    );
    user.press = ([only]) => only;
    const errors = [
      new ConnectionError(request, 'refused', 'ECONNREFUSED', false),
      new ConnectionError(request, 'certificate', 'CERT_HAS_EXPIRED', false),
      statusError(500),
    ];
    for (const error of errors) await notices.show(error, config);
    assert.deepEqual(done, ['check Plant', 'trust Plant', 'show log']);
  });

  it('is not shown when work was canceled', async () => {
    const { user, logged, notices } = setUp();
    const canceled = AbortSignal.abort().reason;
    await notices.show(canceled, config);
    await notices.note(canceled, config);
    assert.deepEqual([user.messages, logged], [[], []]);
  });

  const redirect = new RedirectError(request, {
    status: 301,
    target: 'https://plant.example/',
    httpsBaseUrl: 'https://plant.example',
  });
  const throughVscode: ServerConfig = { ...config, network: 'vscode' };
  for (const { error, server = config, action, does } of [
    {
      error: new ConnectionError(request, 'certificate', 'CERT_HAS_EXPIRED', false),
      action: 'Show Certificate…',
      does: 'trust Plant',
    },
    {
      error: new ConnectionError(request, 'certificate', 'CERT_HAS_EXPIRED', false),
      server: throughVscode,
    },
    { error: new ConnectionError(request, 'certificate', 'CERT_FILE_UNREADABLE', false) },
    { error: new ConnectionError(request, 'refused', 'ECONNREFUSED', false) },
    {
      error: new ConnectionError(request, 'clientFile', 'CLIENT_PASSPHRASE_WRONG', false),
      action: 'Enter Passphrase…',
      does: 'enter the passphrase of Plant',
    },
    { error: redirect, action: 'Change URL', does: 'change Plant to https://plant.example' },
    { error: new RedirectError(request, { status: 301, target: 'https://other.example/' }) },
    {
      error: new NotSentError(request, { code: 'plainHttp' }),
      action: 'Use HTTP…',
      does: 'change Plant to http://plant.example',
    },
    { error: new NotSentError(request, { code: 'readOnly' }) },
    { error: statusError(403), action: 'Sign In with Another Token', does: 'sign in Plant' },
    { error: statusError(401), action: 'Sign In', does: 'sign in Plant' },
    { error: new NotSentError(request, { code: 'tokenMissing' }), action: 'Sign In', does: 'sign in Plant' },
  ])
    it(`offers ${action ?? 'the log'} for: ${error.message} (connection: ${server.network ?? 'own'})`, async () => {
      const { user, done, notices } = setUp();
      user.press = ([only]) => only;
      await notices.show(error, server);
      assert.deepEqual(user.messages.at(-1)?.actions, [action ?? 'Show Log']);
      assert.deepEqual(done, [does ?? 'show log']);
      user.press = () => undefined;
      await notices.show(error, server);
      assert.equal(user.messages.length, 2, 'the user asked for it again');
      assert.equal(done.length, 1);
    });
});

describe('an error of background work', () => {
  it('is logged, and prompts once for each server whose token was rejected, until a sign-in', async () => {
    const { user, done, logged, notices } = setUp();
    await notices.note(statusError(500), config);
    assert.equal(user.messages.length, 0);
    await notices.note(statusError(401), config);
    await notices.note(statusError(401), config);
    assert.equal(user.messages.length, 1);
    await notices.note(statusError(401), { ...config, id: 'other', name: 'Other' });
    assert.equal(user.messages.length, 2);
    notices.forget(config.id);
    user.press = ([signIn]) => signIn;
    await notices.note(statusError(401), config);
    assert.deepEqual(done, ['sign in Plant']);
    assert.equal(logged.length, 5);
  });
});
