import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import { HttpStatusError } from '../../../../src/api/errors/httpStatusError.ts';
import { Outage } from '../../../../src/store/reading/outage.ts';

const request = { method: 'GET', path: '/', origin: 'https://a.example', operation: 'listJobs' } as const;

describe('an error that means an outage', () => {
  const status = (code: number) =>
    new HttpStatusError(request, { status: code, detail: '', fieldErrors: [], retryAfterMs: undefined });

  it('is a server that cannot be reached, has too much to do or does not take the token', () => {
    for (const reason of ['dns', 'refused', 'reset', 'tooSlow', 'other'] as const)
      assert.ok(Outage.isOf(new ConnectionError(request, reason, 'ECODE', true)), reason);
    for (const code of [401, 429, 502, 503, 504]) assert.ok(Outage.isOf(status(code)), String(code));
  });

  it('is no response to one request, and no client that was closed since the settings changed', () => {
    assert.equal(Outage.isOf(new ConnectionError(request, 'closed', 'UND_ERR_CLOSED', false)), false);
    for (const code of [400, 403, 404, 500]) assert.equal(Outage.isOf(status(code)), false, String(code));
    assert.equal(Outage.isOf(new ContractError(request, { code: 'notJson' })), false);
    assert.equal(Outage.isOf(new Error('unknown')), false);
  });
});
