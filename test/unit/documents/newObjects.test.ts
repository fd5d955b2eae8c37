import assert from 'node:assert/strict';
import type { CreateRecord } from '../../../src/journal/createRecords.ts';
import type { NewObject } from '../../../src/notices/lostCreates.ts';
import { statusError } from '../store/support/fakes.ts';
import { withSaves } from './support/saveDesk.ts';

const { OutcomeError } = await import('../../../src/api/errors/outcomeError.ts');
const { newObjectUri, objectUri } = await import('../../../src/documents/documentUri.ts');
const { NewObjects } = await import('../../../src/documents/newObjects.ts');
const { NotSavedError } = await import('../../../src/model/saveErrors.ts');

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

const uri = newObjectUri('plant', 'job', 1, 'New Job');
const job = { serverId: 'plant', objectKind: 'job' } as const;
const group = { serverId: 'plant', objectKind: 'group' } as const;
const text = '{"name": "Nightly", "policies": [1]}';

const withCreates = (use: (given: Desk & ReturnType<typeof createsOf>) => Promise<void>) =>
  withSaves(async desk => use({ ...desk, ...createsOf(desk) }));

function createsOf({ person, session, versions, logged }: Desk) {
  const notes = new Map<string, CreateRecord>();
  const asked: Omit<NewObject<unknown>, 'send' | 'session'>[] = [];
  const swapped: unknown[][] = [];
  const groups: string[] = [];
  const errors: string[] = [];
  const disk = { failsAfter: Number.POSITIVE_INFINITY };
  const sessions = new Map([['plant', session]]);
  /** How creates fail, instead of returning what the server returns. */
  const failures: unknown[] = [];
  const objects = () =>
    new NewObjects({
      dialogs: person.dialogs,
      creates: {
        create: async ({ send, session: _, ...more }) => {
          asked.push(more);
          const failure = failures.shift();
          if (failure === undefined) return send();
          await send().catch(() => undefined);
          throw failure;
        },
      },
      records: {
        read: async key => notes.get(key),
        write: async (key, record) => {
          if (disk.failsAfter-- <= 0) throw new Error('disk full');
          notes.set(key, record);
        },
        forget: async key => void notes.delete(key),
      },
      versions,
      log: { info: line => void logged.push(line), error: line => void errors.push(line) },
      session: id => sessions.get(id),
      onGroupCreated: (_, name) => groups.push(name),
      onCreated: (from, to, savedText) => swapped.push([String(from), to?.toString(), savedText]),
    });
  return { objects, notes, asked, swapped, groups, errors, disk, failures, sessions };
}

describe('a new document', () => {
  it('creates its object, is replaced by the object’s document, and from then on refers to the object', () =>
    withCreates(async ({ asked, groups, logged, notes, objects, plant, session, swapped, versions }) => {
      const created = objects();
      assert.equal(await created.createdFrom(uri), undefined);
      await created.create(uri, job, session, text);
      const target = objectUri('plant', 'job', 101, 'Nightly');
      assert.match(plant.writes[0] ?? '', /^POST \/automation\/api\/job\/ \{"name":"Nightly"/);
      assert.deepEqual(swapped, [[uri.toString(), target.toString(), text]]);
      assert.deepEqual([logged, groups], [['Plant: created job 101'], []]);
      assert.deepEqual(asked, [{ kind: 'job', name: 'Nightly' }]);
      const base = versions.knownBase(uri);
      assert.deepEqual([base?.text, base?.origin], [{ name: 'Nightly', policies: [1] }, session.server.url]);
      assert.equal(base?.stored['name'], 'Nightly');
      notes.clear();
      const found = await created.createdFrom(uri);
      assert.deepEqual([found?.uri.toString(), found?.ref.id], [target.toString(), 101]);
    }));

  it('refers to its object in other windows too, with the text as its base', () =>
    withCreates(async ({ objects, session, versions }) => {
      await objects().create(uri, job, session, text);
      const base = versions.knownBase(uri);
      versions.closed(uri);
      const found = await objects().createdFrom(uri);
      assert.equal(found?.ref.id, 101);
      assert.deepEqual(versions.knownBase(uri), base);
      const edited = { text: { name: 'Edited' }, stored: {}, origin: session.server.url };
      versions.created(uri, edited);
      await objects().createdFrom(uri);
      assert.equal(versions.knownBase(uri)?.text['name'], 'Edited');
    }));

  it('reports a group, whose ID may come later', () =>
    withCreates(async ({ groups, logged, notes, objects, sessions, plant, session, swapped }) => {
      const of = newObjectUri('plant', 'group', 1, 'New Group');
      plant.hidesIds = true;
      const created = objects();
      await created.create(of, group, session, '{"name": "Lab"}');
      assert.deepEqual([groups, logged], [['Lab'], ['Plant: created group (no id)']]);
      assert.deepEqual(swapped, [[of.toString(), undefined, '{"name": "Lab"}']]);
      assert.equal(notes.get(of.toString())?.target, undefined);
      assert.equal(await created.createdFrom(of), undefined);
      const [{ group: listed } = assert.fail('it is listed')] = session.groups.entries;
      session.groups.identity.learn(listed, 7);
      const found = await created.createdFrom(of);
      assert.deepEqual(
        [found?.ref.id, found?.uri.toString()],
        [7, objectUri('plant', 'group', 7, 'Lab').toString()],
      );
      sessions.clear();
      assert.equal(await created.createdFrom(of), undefined);
    }));

  it('is not sent when its text is invalid, or when it would run on many devices and the user declines', () =>
    withCreates(async ({ objects, person, plant, session, notes }) => {
      await assert.rejects(objects().create(uri, job, session, '{"policies": [1]}'), {
        name: 'DocumentTextError',
      });
      person.isSure = false;
      const peers = Array.from({ length: 100 }, (_, index) => `pc-${index}`);
      const many = JSON.stringify({ name: 'Nightly', policies: [1], peers });
      await assert.rejects(objects().create(uri, job, session, many), { code: 'reachKept' });
      assert.deepEqual([plant.writes, notes.size], [[], 0]);
      await objects().create(uri, group, session, JSON.stringify({ name: 'Lab', server_set: peers }));
      assert.equal(plant.writes.length, 1);
    }));
});

describe('a create that failed', () => {
  it('is forgotten when the server rejected it', () =>
    withCreates(async ({ asked, failures, notes, objects, session }) => {
      const created = objects();
      failures.push(statusError(400));
      await assert.rejects(created.create(uri, job, session, text), { status: 400 });
      assert.equal(notes.size, 0);
      await created.create(uri, job, session, text);
      assert.deepEqual(asked[1], { kind: 'job', name: 'Nightly' });
    }));

  it('is remembered when the server may have created it, and the next save asks with the sent name', () =>
    withCreates(async ({ asked, failures, notes, objects, session }) => {
      const { request } = statusError(400);
      for (const error of [
        new OutcomeError(request, 'unknown', new Error('lost')),
        new NotSavedError('nameExists'),
        Object.assign(new Error('canceled'), { name: 'AbortError' }),
      ]) {
        const created = objects();
        failures.push(error);
        await assert.rejects(created.create(uri, job, session, text), error);
        notes.clear();
        assert.equal(await created.createdFrom(uri), undefined);
        await created.create(uri, job, session, text.replace('Nightly', 'Hourly'));
        assert.deepEqual(asked.pop(), {
          kind: 'job',
          name: 'Hourly',
          doubtfulName: 'Nightly',
          isCreated: false,
        });
        notes.clear();
      }
    }));

  it('is not mistaken for another group of the same name', () =>
    withCreates(async ({ failures, objects, session }) => {
      const of = newObjectUri('plant', 'group', 1, 'New Group');
      const created = objects();
      failures.push(new NotSavedError('nameExists'));
      await assert.rejects(created.create(of, group, session, '{"name": "Lab"}'));
      assert.equal(await created.createdFrom(of), undefined);
    }));

  it('keeps the record of an earlier create', () =>
    withCreates(async ({ asked, failures, notes, objects, session }) => {
      const created = objects();
      await created.create(uri, job, session, text);
      const note = notes.get(uri.toString());
      failures.push(statusError(400));
      await assert.rejects(created.create(uri, job, session, text));
      assert.deepEqual(asked[1]?.isCreated, true);
      assert.equal(notes.get(uri.toString()), note);
    }));

  it('counts as success when only storing its record failed, which is logged, and creates nothing twice', () =>
    withCreates(async ({ disk, errors, objects, session }) => {
      const created = objects();
      disk.failsAfter = 1;
      await created.create(uri, job, session, text);
      assert.deepEqual(errors, ['the created object could not be recorded: Error: disk full']);
      assert.equal((await created.createdFrom(uri))?.ref.id, 101);
    }));

  it('is not started when it cannot be recorded', () =>
    withCreates(async ({ disk, objects, plant, session }) => {
      disk.failsAfter = 0;
      await assert.rejects(objects().create(uri, job, session, text), /disk full/);
      assert.deepEqual(plant.writes, []);
    }));
});

describe('the record of created objects', () => {
  it('covers the hundred documents that were used last, without their contents', () =>
    withCreates(async ({ notes, objects }) => {
      const created = objects();
      const of = (id: number) => newObjectUri('plant', 'job', id, 'New Job');
      for (let id = 0; id <= 100; id++) {
        const target = objectUri('plant', 'job', 101 + id, 'Nightly').toString();
        notes.set(of(id).toString(), { name: 'Nightly', draft: {}, target });
      }
      for (let id = 0; id < 100; id++) await created.createdFrom(of(id));
      await created.createdFrom(of(0));
      await created.createdFrom(of(100));
      notes.clear();
      const known = await Promise.all([0, 1, 2, 100].map(id => created.createdFrom(of(id))));
      assert.deepEqual(
        known.map(found => found?.ref.id),
        [101, undefined, 103, 201],
      );
    }));
});
