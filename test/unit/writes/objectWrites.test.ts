import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ContractError } from '../../../src/api/errors/contractError.ts';
import { OutcomeError } from '../../../src/api/errors/outcomeError.ts';
import type { RequestInfo } from '../../../src/api/errors/requestInfo.ts';
import { type Job, toJobDraft } from '../../../src/model/job.ts';
import type { Decision } from '../../../src/writes/objectWrites.ts';
import { device, job, statusError } from '../store/support/fakes.ts';
import { jobsOnServer } from './support/memoryObjects.ts';

const seenAs = (seen: Job) => ({ id: seen.id, draft: toJobDraft(seen) });
const disable = (): Decision => ({ kind: 'send', patch: { enabled: false } });
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

  it('does not report what servers change in texts and lists without changing their meaning', async () => {
    const server = jobsOnServer(nightly);
    server.stores = () => ({ name: 'Name', params: 'DTSTART:1\nRRULE:2', policies: [2, 1] });
    const patch = { name: ' Name ', params: 'DTSTART:1\r\n RRULE:2\r\n\r\n', policies: [1, 2] };
    const result = await server.writes.change(seenAs(nightly), () => ({ kind: 'send', patch }));
    assert.equal(result.kind, 'done');
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

describe('a delete', () => {
  it('resolves with the object as it was deleted, after a read that shows that it is gone', async () => {
    const now = { ...nightly, run_on_start: true };
    const server = jobsOnServer(now);
    assert.deepEqual(await server.writes.remove(seenAs(nightly)), { kind: 'done', before: now });
    assert.deepEqual(server.calls, ['read 7', 'remove 7', 'read 7']);
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
});

describe('any writes among any other writers', () => {
  const fields = fc.record(
    {
      name: fc.constantFrom('Nightly', 'Payroll', ''),
      params: fc.constantFrom('', 'RRULE:FREQ=DAILY'),
      policies: fc.subarray([1, 2, 9]),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const before = fc.record({ deleted: fc.boolean(), fields });

  it('never reach another object, and never report success for a value that is not stored', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(before, { maxLength: 4 }),
        fields,
        fc.boolean(),
        async (steps, patch, drops) => {
          const server = jobsOnServer({ ...nightly, extra: { created_at: 'at first' } });
          const seen = seenAs(server.found(7));
          const written: Job[] = [];
          if (drops) server.stores = () => ({});
          // Between any two requests of this client, others delete the job, create another with its ID, or change it.
          server.onCall = call => {
            if (call.startsWith('update')) written.push(server.found(7));
            const step = call.startsWith('read') ? steps.shift() : undefined;
            if (step === undefined) return;
            const extra = step.deleted ? { created_at: `later ${steps.length}` } : server.found(7).extra;
            server.objects.set(7, { ...server.found(7), ...step.fields, extra });
          };
          const send = (): Decision =>
            Object.keys(patch).length === 0 ? { kind: 'nothing' } : { kind: 'send', patch };
          const result = await server.writes.change(seen, send, { isMerge: true });
          for (const { extra } of written) assert.equal(extra['created_at'], 'at first');
          if (result.kind !== 'done') return;
          for (const [field, value] of Object.entries(patch))
            assert.deepEqual(toJobDraft(result.object)[field], value);
        },
      ),
      { numRuns: 300 },
    ));
});
