import assert from 'node:assert/strict';
import type { ApiError } from '../../../../src/api/errors/apiError.ts';
import { ConnectionError, type ConnectionReason } from '../../../../src/api/errors/connectionError.ts';
import { ContractError, type ContractProblem } from '../../../../src/api/errors/contractError.ts';
import { errorText } from '../../../../src/api/errors/errorText.ts';
import { HttpStatusError } from '../../../../src/api/errors/httpStatusError.ts';
import { NotSentError, type NotSentProblem } from '../../../../src/api/errors/notSentError.ts';
import { OutcomeError } from '../../../../src/api/errors/outcomeError.ts';
import { PartialStopError } from '../../../../src/api/errors/partialStopError.ts';
import { RedirectError } from '../../../../src/api/errors/redirectError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { toDevice } from '../../../../src/model/device.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';

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
  'tls',
  'proxy',
  'connectTimeout',
  'headersTimeout',
  'bodyTimeout',
  'tooSlow',
  'reset',
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

const errors: readonly ApiError[] = [
  ...reasons.map(reason => new ConnectionError(request, reason, 'ECODE', true)),
  ...problems.map(problem => new ContractError(request, problem)),
  ...statuses.map(status => statusError(status)),
  new RedirectError(request, 302, 'https://elsewhere.example/'),
  new RedirectError(request, 301, 'https://devices.example/', 'https://devices.example'),
  new RedirectError(request, 302, 'https://devices.example/login/', undefined, true),
  ...unsent.map(problem => new NotSentError(request, problem)),
  new PartialStopError(request, { requestedIds: [1, 2], failedIds: [3], unsentIds: [] }, statusError(413)),
  new OutcomeError(request, 'notDone', undefined),
  new OutcomeError(request, 'unknown', undefined),
  new OutcomeError(request, 'unknown', undefined, [5, 6]),
];

describe('sentences of errors', () => {
  it('each names the act and the server, says why, and ends as a sentence', () => {
    for (const error of errors) {
      const text = errorText(error, 'Склад', englishLocalizer);
      assert.match(text, /^Could not read job on “Склад”\. \S.*[.]$/s);
      assert.equal(/undefined|null|NaN|[{}]/.test(text), false, text);
    }
  });

  it('no two say the same', () => {
    const texts = errors.map(error => errorText(error, 'S', englishLocalizer));
    assert.equal(new Set(texts).size, texts.length);
  });

  it('a name of the server cannot break out of its place', () => {
    const text = errorText(statusError(404), 'a\n\u202E{operation}$&', englishLocalizer);
    assert.match(text, /^Could not read job on “a {operation}\$&”\./);
  });

  it('says how long to wait, in whole seconds', () => {
    assert.match(errorText(statusError(429, 1_000), 'S', englishLocalizer), /in 1 second\./);
    assert.match(errorText(statusError(429, 1_001), 'S', englishLocalizer), /in 2 seconds\./);
  });

  it('gives the id by which the server knows the request', () => {
    const response = { status: 500, detail: '', fieldErrors: [], retryAfterMs: undefined, requestId: 'a-1' };
    assert.match(
      errorText(new HttpStatusError(request, response), 'S', englishLocalizer),
      /Request ID: a-1\.$/,
    );
  });

  it('a web page names the host that sent it, and the page', () => {
    const text = errorText(
      new ContractError(request, { code: 'html', title: 'Hotel WiFi' }),
      'S',
      englishLocalizer,
    );
    assert.match(text, /devices\.example:8443 returned a web page \(“Hotel WiFi”\) instead of data/);
  });

  it('gives the words of the server and of its fields', () => {
    const error = new HttpStatusError(request, {
      status: 400,
      detail: 'No.',
      fieldErrors: [{ path: ['peers', 3], message: 'Unknown.' }],
      retryAfterMs: undefined,
    });
    assert.match(
      errorText(error, 'S', englishLocalizer),
      /\(HTTP 400\)\. Response from the server: No\. peers\.3: Unknown\.$/,
    );
  });
});
