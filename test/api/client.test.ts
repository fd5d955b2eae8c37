import assert from 'node:assert/strict';
import { createClient } from '../../src/api/client.ts';

describe('a client', () => {
  it('has no writing methods for those that lack the key, however they are taken', () => {
    const client = createClient({
      baseUrl: 'https://server.example',
      getToken: () => undefined,
      transport: { send: () => assert.fail('nothing is sent'), close: async () => undefined },
    });
    const handOn = (writer: { readonly update: (id: number, patch: object) => unknown }) =>
      writer.update(1, {});
    const attempts = [
      // @ts-expect-error
      () => client.jobs.update(1, {}),
      // @ts-expect-error
      () => client.groups['remove'](1),
      // @ts-expect-error
      ({ jobs: { replace } } = client) => replace(1, {}),
      // @ts-expect-error
      (jobs = client.jobs) => jobs.stop([1]),
      // @ts-expect-error
      () => handOn(client.groups),
    ];
    assert.equal(attempts.length, 5, 'the compiler reports each');
  });
});
