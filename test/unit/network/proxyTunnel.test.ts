import assert from 'node:assert/strict';
import type { Dispatcher } from 'undici';
import { throughProxy } from '../../../src/network/proxyTunnel.ts';

const proxy = { url: new URL('http://proxy.example:3128'), authorization: undefined, strictSsl: true };

describe('a request through a proxy in plain HTTP', () => {
  const passedOn = (
    headers: NonNullable<Dispatcher.DispatchOptions['headers']> | null,
    authorization?: string,
  ) => {
    let passed: Partial<Dispatcher.DispatchOptions> = {};
    const dispatch = throughProxy({ ...proxy, authorization })(options => {
      passed = options;
      return true;
    });
    dispatch({ origin: 'http://a.example:80', path: '/x?y', method: 'GET', headers }, {});
    return passed;
  };

  it('has the whole URL as its path, the host of the server, and the login of the proxy', () => {
    const sent = { origin: 'http://proxy.example:3128', path: 'http://a.example:80/x?y', method: 'GET' };
    const headers = { host: 'a.example', accept: 'x' };
    assert.deepEqual(passedOn({ accept: 'x' }), { ...sent, headers });
    assert.deepEqual(passedOn({ accept: 'x' }, 'Basic abc'), {
      ...sent,
      headers: { ...headers, 'proxy-authorization': 'Basic abc' },
    });
  });
});
