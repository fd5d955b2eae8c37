import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ContractError, OutcomeError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { type Job, toJobDraft } from '../../../src/api/model/job.ts';
import type { Decision } from '../../../src/api/writes/objectWrites.ts';
import type { Guard } from '../../../src/api/writes/writeResult.ts';
import { device, job, statusError } from '../../store/support/fakes.ts';
import { jobsOnServer } from './support/memoryObjects.ts';

const seenAs = (seen: Job) => ({ id: seen.id, draft: toJobDraft(seen) });
const disable = (): Decision => ({ kind: 'send', patch: { enabled: false } });
const add = ({ policies }: Job): Decision =>
  policies.includes(5) ? { kind: 'nothing' } : { kind: 'send', patch: { policies: [...policies, 5] } };
const request: RequestInfo = {
  operation: 'updateJob',
  method: 'PATCH',
  origin: 'https://a.example',
  path: '/',
};

const nightly = job(7, { name: 'Nightly', params: 'RRULE:FREQ=DAILY', peers: [device(1)], policies: [1] });
/** What an ID may belong to after its job was deleted. */
const others: Readonly<Record<string, Job>> = {
  'another name and other work': { ...nightly, name: 'Payroll', policies: [9] },
  'the same name, other work and other targets': { ...nightly, policies: [9], peers: [device(9)] },
  'another name and another schedule': { ...nightly, name: 'Payroll', params: '' },
  'a later time of creation': { ...nightly, extra: { created_at: '2026-02-02' } },
};

describe('a write', () => {
  for (const [what, other] of Object.entries(others)) {
    const born = { ...nightly, extra: { created_at: '2026-01-01' } };
    const refused = { kind: 'anotherObject', name: 'Nightly', found: other.name };

    it(`sends nothing to a job with the same ID and ${what}`, async () => {
      const server = jobsOnServer(other);
      const seen = seenAs(born);
      assert.deepEqual(await server.writes.change(seen, disable), refused);
      assert.deepEqual(await server.writes.remove(seen), refused);
      assert.deepEqual(await server.writes.replace(seen, seen.draft), refused);
      assert.equal((await server.writes.refused([seen])).size, 1);
      assert.deepEqual(server.sent, []);
    });
  }

  it('of a job as a whole sends nothing if its name, work or targets have changed', async () => {
    for (const [field, now] of [
      ['name', { ...nightly, name: 'Renamed' }],
      ['policies', { ...nightly, policies: [9] }],
      ['peers', { ...nightly, peers: [] }],
    ] as const) {
      const server = jobsOnServer(now);
      const conflict = { kind: 'conflict', fields: [field] };
      assert.deepEqual(await server.writes.change(seenAs(nightly), disable, { isOfWhole: true }), conflict);
      assert.deepEqual(await server.writes.remove(seenAs(nightly)), conflict);
      assert.deepEqual(server.sent, []);
      assert.equal((await server.writes.change(seenAs(nightly), disable)).kind, 'done');
    }
  });

  for (const [what, stop] of [
    ['the window closes', { recorded: false }],
    ['the server is removed', { guard: 'serverChanged' }],
    ['the repetition is rejected', { rejects: true }],
  ] as const)
    it(`that another writer undoes at once is not reported as unsent when ${what} before it is repeated`, async () => {
      const server = jobsOnServer(nightly);
      let sent = 0;
      server.onCall = call => {
        // The other writer undoes the first write just before it is checked.
        if (call === 'read 7' && server.sent.length === 1) server.objects.set(7, nightly);
        if (call.startsWith('update') && server.sent.length > 1 && 'rejects' in stop) throw statusError(403);
      };
      const onSending = async () => {
        sent += 1;
        if (sent === 1) return;
        if ('recorded' in stop) throw new DOMException('closing', 'AbortError');
        if ('guard' in stop) server.guard = stop.guard;
      };
      const add = ({ policies }: Job): Decision =>
        policies.includes(2) ? { kind: 'nothing' } : { kind: 'send', patch: { policies: [1, 2] } };
      const result = await server.writes.change(seenAs(nightly), add, { isMerge: true, onSending });
      assert.equal(result.kind, 'storedOtherwise');
      assert.equal(sent, 2);
    });

  it('is decided by the object as it is now, and resolves with what was before and after', async () => {
    const now = { ...nightly, run_on_start: true };
    const server = jobsOnServer(now);
    const decided: Job[] = [];
    const result = await server.writes.change(seenAs(nightly), found => {
      decided.push(found);
      return disable();
    });
    assert.deepEqual(decided, [now]);
    assert.deepEqual(result, { kind: 'done', before: now, object: { ...now, enabled: false } });
    assert.deepEqual(server.calls, ['read 7', 'update 7 {"enabled":false}']);
  });

  it('reads the object again after the user was asked', async () => {
    const server = jobsOnServer(nightly);
    const names: string[] = [];
    await server.writes.change(seenAs(nightly), ({ name }) => {
      names.push(name);
      server.objects.set(7, { ...nightly, name: 'Renamed' });
      return names.length === 1 ? { kind: 'again' } : disable();
    });
    assert.deepEqual(names, ['Nightly', 'Renamed']);
  });

  it('sends nothing if there is nothing to do, or if others have changed the same field', async () => {
    const server = jobsOnServer(nightly);
    assert.deepEqual(await server.writes.change(seenAs(nightly), () => ({ kind: 'nothing' })), {
      kind: 'nothingToDo',
      object: nightly,
    });
    const conflict = { kind: 'conflict', fields: ['name'] } as const;
    assert.deepEqual(await server.writes.change(seenAs(nightly), () => conflict), conflict);
    assert.deepEqual(server.sent, []);
  });

  it('is recorded with what it replaces before it is sent, and not sent if it cannot be recorded', async () => {
    const server = jobsOnServer(nightly);
    const onSending = async (before: object) => {
      assert.deepEqual([before, server.sent], [{ enabled: true }, []]);
    };
    assert.equal((await server.writes.change(seenAs(nightly), disable, { onSending })).kind, 'done');
    const full = () => Promise.reject(new Error('disk full'));
    server.calls.length = 0;
    await assert.rejects(server.writes.remove(seenAs(nightly), { onSending: full }), /disk full/);
    await assert.rejects(server.writes.create({ name: 'New' }, { onSending: full }), /disk full/);
    assert.deepEqual(server.sent, []);
  });

  it('is not sent if the server forbids it when it would be sent', async () => {
    for (const guard of ['readOnly', 'becameProduction', 'serverChanged'] as const) {
      const server = jobsOnServer(nightly);
      // The server is changed while the write is prepared.
      const onSending = async () => {
        server.guard = guard;
      };
      const refused = { kind: 'notSent', guard };
      assert.deepEqual(await server.writes.change(seenAs(nightly), disable, { onSending }), refused);
      assert.deepEqual(await server.writes.remove(seenAs(nightly)), refused);
      assert.deepEqual(await server.writes.replace(seenAs(nightly), { name: 'New' }), refused);
      assert.deepEqual(await server.writes.create({ name: 'New' }), refused);
      assert.deepEqual(server.sent, []);
    }
  });

  it('reports each field that the server stores otherwise', async () => {
    const server = jobsOnServer(nightly);
    server.stores = ({ enabled: _, ...rest }) => ({ ...rest, name: 'Cut' });
    const patch = { enabled: false, name: 'Cut short', run_on_start: true };
    const result = await server.writes.change(seenAs(nightly), () => ({ kind: 'send', patch }));
    assert.equal(result.kind, 'storedOtherwise');
    assert.deepEqual(result.kind === 'storedOtherwise' && result.differences, [
      { field: 'enabled', asked: false, stored: true },
      { field: 'name', asked: 'Cut short', stored: 'Cut' },
    ]);
    const created = await server.writes.create({ name: 'New' });
    assert.equal(created.kind, 'storedOtherwise');
  });

  it('reports a trimmed name, and not what servers change in schedules and lists without changing their meaning', async () => {
    const params = 'DTSTART:1\r\n RRULE:2\r\n\r\n';
    for (const [patch, kind] of [
      [{ name: 'Name', params, policies: [1, 2] }, 'done'],
      [{ name: ' Name ', params }, 'storedOtherwise'],
    ] as const) {
      const server = jobsOnServer(nightly);
      server.stores = () => ({ name: 'Name', params: 'DTSTART:1\nRRULE:2', policies: [2, 1] });
      const result = await server.writes.change(seenAs(nightly), () => ({ kind: 'send', patch }));
      assert.equal(result.kind, kind);
    }
  });

  it('reads what was stored if the server accepts a change without returning the object', async () => {
    for (const [stored, kind] of [
      [true, 'done'],
      [false, 'storedOtherwise'],
    ] as const) {
      const server = jobsOnServer(nightly);
      server.onCall = call => {
        if (!call.startsWith('update')) return;
        if (stored) server.objects.set(7, { ...nightly, enabled: false });
        const empty = new ContractError(request, { code: 'empty' });
        throw new OutcomeError(request, stored ? 'unknown' : 'notDone', empty);
      };
      assert.equal((await server.writes.change(seenAs(nightly), disable)).kind, kind);
    }
  });

  it('has an unknown outcome if the response was lost, and none of its own if the server rejected it', async () => {
    const lost = new OutcomeError(request, 'unknown', new Error('reset'));
    const notDone = new OutcomeError(request, 'notDone', new Error('reset'));
    for (const [error, kind] of [
      [lost, 'unknown'],
      [notDone, 'rejected'],
      [statusError(400), 'rejected'],
      [statusError(404), 'gone'],
    ] as const) {
      const server = jobsOnServer(nightly);
      server.onCall = call => {
        if (call.startsWith('update')) throw error;
      };
      assert.deepEqual(await server.writes.change(seenAs(nightly), disable), { kind, error });
    }
  });
});

describe('an addition to a list', () => {
  it('is reported as missing if another writer undid it and a second write is forbidden', async () => {
    const server = jobsOnServer(nightly);
    server.onCall = call => {
      if (call === 'read 7' && server.sent.length > 0) {
        server.objects.set(7, nightly);
        server.guard = 'readOnly';
      }
    };
    const result = await server.writes.change(seenAs(nightly), add, { isMerge: true });
    assert.ok(result.kind === 'storedOtherwise');
    assert.deepEqual(result.differences, [{ field: 'policies', asked: [1, 5], stored: [1] }]);
    assert.equal(server.sent.length, 1);
  });
});

describe('a delete', () => {
  it('resolves with the object as it was deleted, after a read that shows that it is gone', async () => {
    const now = { ...nightly, run_on_start: true };
    const server = jobsOnServer(now);
    assert.deepEqual(await server.writes.remove(seenAs(nightly)), { kind: 'done', before: now });
    assert.deepEqual(server.calls, ['read 7', 'remove 7', 'read 7']);
  });

  it('has an unknown outcome if the read that confirms it fails', async () => {
    const server = jobsOnServer(nightly);
    server.onCall = call => {
      if (call === 'read 7' && server.sent.length > 0) throw statusError(500);
    };
    const result = await server.writes.remove(seenAs(nightly));
    assert.ok(result.kind === 'unknown' && result.error instanceof OutcomeError);
    assert.equal(result.error.outcome, 'unknown');
  });

  it('has nothing to do if the object was deleted before', async () => {
    const server = jobsOnServer();
    assert.deepEqual(await server.writes.remove(seenAs(nightly)), { kind: 'nothingToDo' });
    assert.deepEqual(server.sent, []);
  });

  it('is not reported as done if the server still has the object, but is if its ID has another one', async () => {
    for (const [left, kind] of [
      [nightly, 'storedOtherwise'],
      [{ ...nightly, name: 'Payroll', policies: [9] }, 'done'],
    ] as const) {
      const server = jobsOnServer(nightly);
      server.onCall = call => {
        if (call === 'read 7' && server.sent.length > 0) server.objects.set(7, left);
      };
      assert.equal((await server.writes.remove(seenAs(nightly))).kind, kind);
    }
  });

  it('sends nothing if a field that the caller checks has changed', async () => {
    const server = jobsOnServer(nightly);
    const conflicts = () => ['params'];
    const expected = { kind: 'conflict', fields: ['params'] };
    assert.deepEqual(await server.writes.remove(seenAs(nightly), { conflicts }), expected);
    assert.deepEqual(server.sent, []);
  });
});

describe('a create', () => {
  it('sends nothing if the name was taken since it was planned', async () => {
    const server = jobsOnServer();
    const isNameTaken = async () => true;
    const expected = { kind: 'created', name: 'New' };
    assert.deepEqual(await server.writes.create({ name: 'New' }, { isNameTaken }), expected);
    assert.deepEqual(server.sent, []);
  });

  it('is done if the server sets undocumented fields of a copy itself', async () => {
    const server = jobsOnServer();
    server.stores = ({ name }) => ({ name, extra: { created_at: 'now' } });
    assert.equal((await server.writes.create({ name: 'Copy', created_at: 'then' })).kind, 'done');
  });
});

describe('any write among any other writers, settings and responses', () => {
  const fields = fc.record(
    {
      name: fc.constantFrom('Nightly', 'Payroll', ''),
      params: fc.constantFrom('', 'RRULE:FREQ=DAILY'),
      policies: fc.subarray([1, 2, 9]),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('nothing', 'deleted', 'unreadable') }),
    fc.record({ kind: fc.constant('replaced'), fields }),
    // More changes at once make it another job.
    fc.record({
      kind: fc.constant('changed'),
      fields: fc.oneof(
        fields.map(({ policies = [] }) => ({ policies })),
        fields.map(({ name = 'Renamed' }) => ({ name })),
        fields.map(({ enabled = true, params = '' }) => ({ enabled, params })),
      ),
    }),
    fc.record({
      kind: fc.constant('forbidden'),
      guard: fc.constantFrom<Guard>('readOnly', 'becameProduction'),
    }),
  );
  const world = fc.record({
    method: fc.constantFrom('change', 'merge', 'replace', 'remove'),
    /** What others do before each read of this client. */
    steps: fc.array(step, { maxLength: 4 }),
    /** What forbids writing from the first or second write on. */
    guards: fc.array(fc.constantFrom<Guard | undefined>(undefined, undefined, 'readOnly', 'serverChanged'), {
      maxLength: 2,
    }),
    patch: fields,
    isStored: fc.boolean(),
    responses: fc.array(fc.constantFrom('object', 'object', 'empty', 'lost', 'rejected'), { maxLength: 2 }),
  });
  const birth = 'at first';
  const isBorn = (found: Job | undefined) => found?.extra['created_at'] === birth;

  it('is sent once and only to the object that was seen while nothing forbids it, and its result is true', () =>
    fc.assert(
      fc.asyncProperty(world, async ({ method, patch, isStored, responses, ...planned }) => {
        const [steps, guards] = [[...planned.steps], [...planned.guards]];
        const server = jobsOnServer({ ...nightly, extra: { created_at: birth } });
        const seen = seenAs(server.found(7));
        server.isDeaf = !isStored;
        const written: { readonly isAllowed: boolean; readonly response: string }[] = [];
        const onRead = () => {
          const next = steps.shift();
          if (next === undefined || next.kind === 'nothing') return;
          if (next.kind === 'unreadable') throw statusError(500);
          if (next.kind === 'deleted') server.objects.delete(7);
          if ('guard' in next) server.guard = next.guard;
          if (!('fields' in next)) return;
          const now = server.objects.get(7);
          const extra = next.kind === 'replaced' ? { created_at: `later ${steps.length}` } : now?.extra;
          if (extra !== undefined) server.objects.set(7, { ...(now ?? nightly), ...next.fields, extra });
        };
        server.onCall = call => {
          if (call.startsWith('read')) return onRead();
          const response = responses[written.length] ?? 'object';
          const isAllowed = isBorn(server.objects.get(7)) && server.guard === undefined;
          written.push({ isAllowed, response });
          if (response === 'rejected') throw statusError(400);
          if (response === 'object' || (response === 'empty' && method === 'remove')) return;
          if (isStored && method === 'remove') server.objects.delete(7);
          else server.change(7, JSON.parse(call.slice(call.indexOf('{'))));
          throw new OutcomeError(
            request,
            response === 'lost' ? 'unknown' : 'notDone',
            response === 'lost' ? new Error('reset') : new ContractError(request, { code: 'empty' }),
          );
        };
        const onSending = async () => {
          server.guard ??= guards.shift();
        };
        const send = (): Decision =>
          Object.keys(patch).length === 0 ? { kind: 'nothing' } : { kind: 'send', patch };
        const add = ({ policies }: Job): Decision =>
          policies.includes(5)
            ? { kind: 'nothing' }
            : { kind: 'send', patch: { policies: [...policies, 5] } };
        const { writes } = server;
        const result: { readonly kind: string; readonly object?: Job } =
          method === 'remove'
            ? { kind: (await writes.remove(seen, { onSending })).kind }
            : method === 'replace'
              ? await writes.replace(seen, { ...seen.draft, ...patch }, { onSending })
              : await writes.change(seen, method === 'merge' ? add : send, {
                  onSending,
                  isMerge: method === 'merge',
                });

        assert.ok(written.every(({ isAllowed }) => isAllowed));
        assert.ok(written.length <= (method === 'merge' ? 2 : 1));
        const last = written.at(-1)?.response;
        switch (result.kind) {
          case 'done':
            if (method === 'remove') return assert.ok(!isBorn(server.objects.get(7)));
            if (method === 'merge') return assert.ok(result.object?.policies.includes(5));
            return assert.deepEqual(result.object, { ...result.object, ...patch });
          case 'storedOtherwise':
            // After a response without the object, or a merge, others may have changed it before it is read.
            return assert.ok(last === 'empty' || (written.length > 0 && (!isStored || method === 'merge')));
          case 'unknown':
            return assert.ok(last === 'lost' || method === 'remove');
          case 'rejected':
            return assert.ok(written.length === 0 || last === 'rejected' || last === 'empty');
          case 'gone':
            return assert.equal(server.objects.has(7), false);
          default:
            assert.deepEqual(written, []);
        }
      }),
      { numRuns: 10_000 },
    ));
});
