import assert from 'node:assert/strict';
import {
  type BodyForm,
  HttpStatusError,
  isNotFound,
  isSignedOut,
  lacksToken,
  NotSentError,
  needsSignIn,
  RedirectError,
  type RequestInfo,
} from '../../../src/api/errors/apiError.ts';

const info: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/x' };
const response = { detail: '', fieldErrors: [], retryAfterMs: undefined };
const rejected = (status: number, form?: BodyForm) =>
  new HttpStatusError(info, { ...response, status, ...(form && { form }) });

describe('an error', () => {
  it('reports a missing object only when the server itself did', () => {
    const forms = ['json', 'none', 'html', 'text'] as const;
    assert.deepEqual(
      forms.map(form => isNotFound(rejected(404, form))),
      [true, true, false, false],
    );
    assert.deepEqual([rejected(410), new Error('404')].map(isNotFound), [false, false]);
  });

  it('asks to sign in when the token is rejected or cannot be sent', () => {
    const redirect = (isSignIn: boolean) => new RedirectError(info, { status: 302, target: '/x', isSignIn });
    const notSent = (code: 'tokenMissing' | 'tokenMalformed' | 'readOnly') =>
      new NotSentError(info, { code });
    const rejecting = [rejected(401), redirect(true)];
    const without = [notSent('tokenMissing'), notSent('tokenMalformed')];
    const others = [rejected(403), redirect(false), notSent('readOnly'), new Error('401')];
    for (const [errors, expected] of [
      [rejecting, [true, false, true]],
      [without, [false, true, true]],
      [others, [false, false, false]],
    ] as const)
      for (const error of errors)
        assert.deepEqual([isSignedOut(error), lacksToken(error), needsSignIn(error)], expected);
  });
});
