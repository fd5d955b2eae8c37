import assert from 'node:assert/strict';
import type { ConnectionReason, RequestInfo } from '../../../src/api/errors/apiError.ts';
import { connectionFailure } from '../../../src/api/errors/connectionFailure.ts';

const request: RequestInfo = {
  operation: 'getJob',
  method: 'GET',
  origin: 'https://devices.example',
  path: '/automation/api/job/1/',
};

function failure(code: string, more: object = {}): Error {
  return Object.assign(new Error('secret words of the failure'), { code }, more);
}

describe('connectionFailure', () => {
  const cases: readonly (readonly [string, Error, ConnectionReason, boolean])[] = [
    ['no such name', failure('ENOTFOUND', { syscall: 'getaddrinfo' }), 'dns', false],
    ['no response of the resolver', failure('EAI_AGAIN'), 'dns', false],
    ['a refused connection', failure('ECONNREFUSED', { syscall: 'connect' }), 'refused', false],
    ['no way to the host', failure('EHOSTUNREACH', { syscall: 'connect' }), 'unreachable', false],
    ['a way that was lost while reading', failure('EHOSTUNREACH', { syscall: 'read' }), 'unreachable', true],
    ['a way that was lost while writing', failure('ENETUNREACH', { syscall: 'write' }), 'unreachable', true],
    ['a reset', failure('ECONNRESET', { syscall: 'read' }), 'reset', true],
    ['a socket that the server closed', failure('UND_ERR_SOCKET'), 'reset', true],
    ['a certificate of its own', failure('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate', false],
    ['a certificate of another name', failure('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate', false],
    ['an expired certificate', failure('CERT_HAS_EXPIRED'), 'certificate', false],
    ['plain HTTP on the port', failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', false],
    ['no common cipher', failure('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), 'handshake', false],
    ['a record spoilt on the way', failure('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), 'tls', true],
    [
      'a certificate that the server wants',
      failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      'clientCertificate',
      true,
    ],
    ['a protocol error of TLS', failure('EPROTO'), 'tls', true],
    ['no connection in time', failure('UND_ERR_CONNECT_TIMEOUT'), 'connectTimeout', false],
    ['no headers in time', failure('UND_ERR_HEADERS_TIMEOUT'), 'headersTimeout', true],
    ['no more of the body in time', failure('UND_ERR_BODY_TIMEOUT'), 'bodyTimeout', true],
    ['a client that was closed', failure('UND_ERR_DESTROYED'), 'closed', true],
    ['bytes that are no HTTP', failure('HPE_INVALID_CONSTANT'), 'other', true],
    ['something new', failure('EWHATEVER'), 'other', true],
  ];
  for (const [kind, error, reason, mayHaveSent] of cases) {
    it(`${kind}: ${reason}, ${mayHaveSent ? 'may have been sent' : 'definitely not sent'}`, () => {
      const found = connectionFailure(request, error);
      assert.deepEqual([found.reason, found.mayHaveSent], [reason, mayHaveSent]);
      assert.equal(found.message.includes('secret'), false);
      assert.equal(found.cause, undefined);
    });
  }

  it('attributes a rejection by the proxy to the proxy', () => {
    const error = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
      code: 'UND_ERR_ABORTED',
    });
    const found = connectionFailure(request, error);
    assert.deepEqual([found.reason, found.mayHaveSent], ['proxy', false]);
  });

  it('finds the code of a cause, and of several addresses tried', () => {
    const inner = failure('ECONNREFUSED', { syscall: 'connect' });
    assert.equal(
      connectionFailure(request, new Error('fetch failed', { cause: inner })).code,
      'ECONNREFUSED',
    );
    const several = Object.assign(new AggregateError([inner, inner]), { code: 'ECONNREFUSED' });
    const found = connectionFailure(request, several);
    assert.deepEqual([found.reason, found.mayHaveSent], ['refused', false]);
  });
});
