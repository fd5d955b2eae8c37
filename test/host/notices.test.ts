import assert from 'node:assert/strict';
import {
  ConnectionError,
  HttpStatusError,
  NotSentError,
  RedirectError,
  type RequestInfo,
} from '../../src/api/errors/apiError.ts';
import type { ServerConfig } from '../../src/api/model/server.ts';
import { ErrorNotices } from '../../src/workbench/notices/errorNotices.ts';
import type { Dialogs } from '../../src/workbench/platform/dialogs.ts';
import { Log } from '../../src/workbench/platform/log.ts';

const server: ServerConfig = { id: 'plant', name: 'Plant', url: 'http://plant.example/api' };
const request: RequestInfo = {
  operation: 'listJobs',
  method: 'GET',
  origin: 'http://plant.example',
  path: '/api/automation/api/job/',
};
const refused = (status: number) =>
  new HttpStatusError(request, { status, detail: '', fieldErrors: [], retryAfterMs: undefined });
const never = () => Promise.reject(new Error('must not be asked'));

describe('error notifications', () => {
  let log: Log;
  before(() => {
    log = new Log();
  });
  after(() => log.dispose());

  /** A user who always picks the first action; `did` is the result. */
  function user(answer: (actions: readonly string[]) => string | undefined = ([first]) => first) {
    const messages: string[] = [];
    const did: string[] = [];
    const dialogs: Dialogs = {
      confirm: never,
      decide: never,
      info: never,
      warn: never,
      error: async (message, ...actions) => {
        messages.push(message);
        return answer(actions);
      },
      input: never,
      pick: never,
      pickMany: never,
      choose: never,
      progress: never,
    };
    const notices = new ErrorNotices(dialogs, log, async () => ({
      signIn: async ({ id }) => void did.push(`sign in ${id}`),
      changeUrl: async ({ id }, url) => void did.push(`change ${id} to ${url}`),
      trustCertificate: async ({ id }) => void did.push(`show the certificate of ${id}`),
      enterPassphrase: async ({ id }) => void did.push(`enter the passphrase of ${id}`),
    }));
    return { notices, messages, did };
  }

  it('a server that requires HTTPS is moved to that URL in one click', async () => {
    const { notices, messages, did } = user();
    const target = 'https://plant.example/api/automation/api/job/';
    await notices.show(
      new RedirectError(request, { status: 301, target: target, httpsBaseUrl: 'https://plant.example/api' }),
      server,
    );
    assert.deepEqual(did, ['change plant to https://plant.example/api']);
    assert.match(messages.join(), /“Plant”\. The server requires HTTPS/);
  });

  it('plain HTTP without consent asks for consent', async () => {
    const { notices, did } = user();
    await notices.show(new NotSentError(request, { code: 'plainHttp' }), server);
    assert.deepEqual(did, ['change plant to http://plant.example/api']);
  });

  it('a certificate that is not trusted can be reviewed', async () => {
    const { notices, did } = user();
    await notices.show(
      new ConnectionError(request, 'certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', false),
      server,
    );
    assert.deepEqual(did, ['show the certificate of plant']);
  });

  it('a proxy that requires authentication is reported as the proxy', async () => {
    const { notices, messages } = user(() => undefined);
    await notices.show(new ConnectionError(request, 'proxy', 'HTTP 407', false), server);
    await notices.show(new ConnectionError(request, 'proxy', 'ECONNREFUSED', false), server);
    assert.match(messages[0] ?? '', /The proxy requires authentication \(HTTP 407\)/);
    assert.match(messages[1] ?? '', /The proxy for plant\.example cannot be used \(ECONNREFUSED\)/);
  });

  it('many background failures ask for a token only once, until it is entered', async () => {
    const { notices, messages, did } = user(() => undefined);
    await Promise.all(Array.from({ length: 20 }, () => notices.note(refused(401), server)));
    assert.equal(messages.length, 1);
    notices.forget(server.id);
    await notices.note(refused(401), server);
    assert.equal(messages.length, 2);
    await notices.note(refused(503), server);
    assert.equal(messages.length, 2, 'views show that');
    assert.deepEqual(did, []);
  });
});
