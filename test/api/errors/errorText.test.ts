import assert from 'node:assert/strict';
import {
  type ApiError,
  ConnectionError,
  type ConnectionReason,
  ContractError,
  type ContractProblem,
  HttpStatusError,
  NotSentError,
  type NotSentProblem,
  OutcomeError,
  PartialStopError,
  RedirectError,
  type RequestInfo,
} from '../../../src/api/errors/apiError.ts';
import { errorText, reasonText } from '../../../src/api/errors/errorText.ts';
import { toDevice } from '../../../src/api/model/device.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';

const request: RequestInfo = {
  operation: 'getJob',
  method: 'GET',
  origin: 'https://devices.example:8443',
  path: '/automation/api/job/1/',
};

const reasons: readonly ConnectionReason[] = [
  'dns',
  'refused',
  'unreachable',
  'certificate',
  'clientCertificate',
  'handshake',
  'tls',
  'proxy',
  'connectTimeout',
  'headersTimeout',
  'bodyTimeout',
  'tooSlow',
  'reset',
  'unanswered',
  'closed',
  'other',
];
const problems: readonly ContractProblem[] = [
  { code: 'html', title: 'Welcome' },
  { code: 'html', title: '' },
  { code: 'notJson' },
  { code: 'empty' },
  { code: 'truncated' },
  { code: 'excessive' },
  { code: 'pageLoop' },
  { code: 'tooManyPages' },
  { code: 'invalidJson', line: 3, column: 14 },
  { code: 'unknownCharset', charset: 'x-plant' },
  { code: 'damagedText', charset: 'utf-8' },
  { code: 'tooLarge', limitBytes: 64 * 1024 * 1024 },
  { code: 'otherObject', id: 1 },
  { code: 'shape', mismatch: { path: 'results[3].name', code: 'tooSmall' } },
];
const unsent: readonly NotSentProblem[] = [
  { code: 'tokenMissing' },
  { code: 'tokenMalformed' },
  { code: 'readOnly' },
  { code: 'plainHttp' },
  { code: 'damagedText', fields: ['name', 'params'] },
  { code: 'unwritableDevices', devices: [toDevice({ username: 'ghost' })] },
];
const statuses = [400, 401, 403, 404, 405, 407, 409, 412, 413, 414, 415, 418, 422, 429, 500, 502, 503, 504];

function statusError(status: number, retryAfterMs?: number): HttpStatusError {
  return new HttpStatusError(request, { status, detail: '', fieldErrors: [], retryAfterMs });
}

const everyError = (): readonly ApiError[] => [
  ...reasons.map(reason => new ConnectionError(request, reason, 'ECODE', true)),
  ...problems.map(problem => new ContractError(request, problem)),
  ...statuses.map(status => statusError(status)),
  new RedirectError(request, { status: 302, target: 'https://elsewhere.example/' }),
  new RedirectError(request, {
    status: 301,
    target: 'https://devices.example/',
    httpsBaseUrl: 'https://devices.example',
  }),
  new RedirectError(request, { status: 302, target: 'https://devices.example:8443/login/', isSignIn: true }),
  new RedirectError(request, { status: 302, target: 'https://gateway.example/sign-in', isSignIn: true }),
  ...unsent.map(problem => new NotSentError(request, problem)),
  new PartialStopError(request, { requestedIds: [1, 2], failedIds: [3], unsentIds: [] }, statusError(413)),
  new OutcomeError(request, 'notDone', undefined),
  new OutcomeError(request, 'unknown', undefined),
  new OutcomeError(request, 'unknown', undefined, [5, 6]),
];

describe('sentences of errors', () => {
  it('name the operation, the server and the reason, and end as sentences', () => {
    for (const error of everyError()) {
      const text = errorText(error, 'Склад', englishLocalizer);
      assert.match(text, /^Could not read job on “Склад”\. \S.*[.]$/s);
      assert.equal(/undefined|null|NaN|[{}]/.test(text), false, text);
    }
  });

  it('are all different', () => {
    const texts = everyError().map(error => errorText(error, 'S', englishLocalizer));
    assert.equal(new Set(texts).size, texts.length);
  });

  it('insert the name of the server literally, on one line', () => {
    const text = errorText(statusError(404), 'a\n\u202E{operation}$&', englishLocalizer);
    assert.match(text, /^Could not read job on “a {operation}\$&”\./);
  });

  it('include how long to wait, in whole seconds', () => {
    assert.match(errorText(statusError(429, 1_000), 'S', englishLocalizer), /in 1 second\./);
    assert.match(errorText(statusError(429, 1_001), 'S', englishLocalizer), /in 2 seconds\./);
  });

  it('name the host that sent a web page, and the title of the page', () => {
    const text = errorText(
      new ContractError(request, { code: 'html', title: 'Hotel WiFi' }),
      'S',
      englishLocalizer,
    );
    assert.match(text, /devices\.example:8443 returned a web page \(“Hotel WiFi”\) instead of data/);
  });

  it('include the server’s message and its field errors', () => {
    const error = new HttpStatusError(request, {
      status: 400,
      detail: 'No.',
      fieldErrors: [{ path: ['peers', 3], message: 'Unknown.' }],
      retryAfterMs: undefined,
    });
    assert.match(
      errorText(error, 'S', englishLocalizer),
      /\(HTTP 400\)\. Response from the server: No\. Devices, entry 4: Unknown\.$/,
    );
  });

  it('name fields by their labels', () => {
    const damaged = new NotSentError(request, { code: 'damagedText', fields: ['name', 'params'] });
    assert.match(errorText(damaged, 'S', englishLocalizer), / Name, Schedule: some characters/);
  });

  const reasonOf = (error: ApiError) => reasonText(error, englishLocalizer);

  it('count the jobs of a stop that was sent in parts', () => {
    const ids = { requestedIds: [1, 2], failedIds: [3, 4, 5], unsentIds: [6] };
    const error = new PartialStopError(request, ids, statusError(413));
    assert.match(reasonOf(error), /2 of 6 jobs; 3 failed and 1 were not sent\. The request is too large/);
  });
});

describe('the text of an error response', () => {
  const textOf = (
    status: number,
    more: Partial<ConstructorParameters<typeof HttpStatusError>[1]> = {},
    method: RequestInfo['method'] = 'GET',
  ) =>
    reasonText(
      new HttpStatusError(
        { ...request, method },
        { status, detail: '', fieldErrors: [], retryAfterMs: undefined, ...more },
      ),
      englishLocalizer,
    );

  it('blames a gateway for a web page, and the token only for the server’s own 403', () => {
    assert.match(textOf(403, { form: 'html', detail: '403 Forbidden' }), /gateway or firewall/);
    for (const form of ['json', 'none'] as const)
      assert.match(textOf(403, { form }), /^Your token does not allow/);
  });

  it('tells a token that did not arrive from an invalid one', () => {
    assert.match(textOf(401, { lacksToken: true }), /WSGIPassAuthorization On/);
    assert.match(textOf(401), /^The token is invalid or has expired/);
  });

  it('names the client certificate that a gateway misses', () => {
    const missing = { form: 'html', detail: '400 No required SSL certificate was sent' } as const;
    for (const text of [textOf(400, missing), textOf(496), textOf(495)])
      assert.match(text, /client certificate/);
    assert.match(textOf(400, { form: 'html', detail: '400 Bad Request' }), /^The server rejected the data/);
  });

  it('names the replacement where only that is allowed', () => {
    const allowed = ['GET', 'POST', 'PUT'];
    assert.match(textOf(405, { allowed }, 'PATCH'), /“Replace on Server \(PUT\)…”/);
    for (const text of [textOf(405, { allowed }, 'DELETE'), textOf(405, { allowed: ['GET'] }, 'PATCH')])
      assert.equal(text, 'The server does not allow this (HTTP 405).');
  });
});
