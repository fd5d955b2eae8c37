import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { WriteRecord } from '../../src/api/transport/requestLog.ts';
import { rejection, scriptToken, withClient, withServer } from '../support/http/clients.ts';
import { bare, html, json, redirect, reset, silence } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { jobListPath, jobWire, pageWire } from '../support/http/wire.ts';

async function recordsOf(
  script: (server: ScriptedServer) => void,
  readOnly = false,
): Promise<readonly WriteRecord[]> {
  const records: WriteRecord[] = [];
  await withServer(
    async (server, client) => {
      script(server);
      await client.jobs.update(1, { name: 'A', groups: [1] }).catch(() => undefined);
    },
    { readOnly, onWrite: record => records.push(record) },
  );
  return records;
}

describe('records of writes', () => {
  const outcomes: Readonly<Record<string, readonly [(server: ScriptedServer) => void, readonly string[]]>> = {
    'a valid response': [server => server.otherwise(json(jobWire(1, { name: 'A' }))), ['done']],
    'an error response': [server => server.otherwise(json({ name: ['no'] }, 400)), ['refused']],
    'a redirect': [server => server.otherwise(redirect('/x/')), ['refused']],
    'a lost response of a completed write': [
      server => server.queue(reset, json(jobWire(1, { name: 'A' }))),
      ['lost', 'foundDone'],
    ],
    'a lost response of a write that was not done': [
      server => {
        server.queue(html('<title>502</title>', 502));
        server.otherwise(json(jobWire(1, { name: 'B', groups: [] })));
      },
      ['lost', 'foundNotDone'],
    ],
    'a lost response that cannot be checked': [
      server => {
        server.queue(reset);
        server.otherwise(bare(500));
      },
      ['lost', 'unknown'],
    ],
  };
  for (const [kind, [script, expected]] of Object.entries(outcomes)) {
    it(`${kind}: ${expected.join(', then ')}`, async () => {
      const records = await recordsOf(script);
      assert.deepEqual(
        records.map(({ outcome }) => outcome),
        expected,
      );
      assert.deepEqual(records[0]?.request.path, `${jobListPath}1/`);
      assert.equal(records[0]?.body, '{"name":"A","groups":[1]}');
    });
  }

  it('a write that was never sent is recorded as such', async () => {
    const records = await recordsOf(() => undefined, true);
    assert.deepEqual(
      records.map(({ outcome }) => outcome),
      ['notSent'],
    );
  });

  it('reads are not recorded, and a token in a body is hidden', () =>
    withScript(server => {
      const records: WriteRecord[] = [];
      return withClient({ baseUrl: server.url, onWrite: record => records.push(record) }, async client => {
        server.queue(json(pageWire([jobWire(1)])));
        await client.jobs.list().next();
        assert.equal(records.length, 0);
        server.otherwise(json({}, 400));
        await rejection(client.jobs.update(1, { name: `pasted ${scriptToken}` }));
        assert.equal(inspect(records).includes(scriptToken), false);
        assert.deepEqual(
          records.map(({ body }) => body),
          ['{"name":"pasted •••"}'],
        );
      });
    }));

  it('a listener that throws does not fail the write', () =>
    withScript(server => {
      server.otherwise(json(jobWire(1)));
      const onWrite = () => assert.fail('the disk is full');
      return withClient({ baseUrl: server.url, onWrite }, async client => {
        assert.equal((await client.jobs.update(1, {})).id, 1);
      });
    }));

  it('a write that was canceled is recorded with what was found afterwards', () =>
    withScript(server => {
      const outcomes: string[] = [];
      const onWrite = ({ outcome }: WriteRecord) => outcomes.push(outcome);
      return withClient({ baseUrl: server.url, onWrite }, async client => {
        server.queue(silence);
        server.otherwise(json(jobWire(1)));
        const controller = new AbortController();
        const ended = rejection(client.jobs.update(1, { name: 'A' }, { signal: controller.signal }));
        await server.requests(1);
        controller.abort();
        await ended;
        assert.deepEqual(outcomes, ['lost', 'foundNotDone']);
      });
    }));
});
