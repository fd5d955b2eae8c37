import assert from 'node:assert/strict';
import { statusError } from '../../store/support/fakes.ts';
import { existing } from '../../support/http/clients.ts';
import { close, type Setup, withDocuments } from './support/setup.ts';

const { OutcomeError } = await import('../../../src/api/errors/apiError.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { NotSavedError } = await import('../../../src/api/model/saveErrors.ts');

const uri = newObjectUri('plant', 'job', 1, 'New Job');
const groupUri = newObjectUri('plant', 'group', 1, 'New Group');
const text = '{"name": "Nightly", "policies": [1]}';

const withCreates = (use: (setup: Setup & ReturnType<typeof extend>) => Promise<void>) =>
  withDocuments(setup => use({ ...setup, ...extend(setup) }));

function extend({ document, newObjects }: Setup) {
  const create = (typed = text, of = uri) => newObjects.create(document(of), typed);
  const createdFrom = (of = uri) => newObjects.createdFrom(document(of));
  /** The document as a window knows it that has not created its object. */
  const reopen = () => close(uri);
  return { create, createdFrom, reopen };
}

describe('a new document', () => {
  it('creates its object, is replaced by the object’s document, and from then on refers to the object', () =>
    withCreates(
      async ({ create, createdFrom, creates, document, groups, logged, server, session, swapped }) => {
        assert.equal(await createdFrom(), undefined);
        await create();
        const target = objectUri('plant', 'job', 101, 'Nightly');
        assert.match(server.writes[0] ?? '', /^POST \/automation\/api\/job\/ \{"name":"Nightly"/);
        assert.deepEqual(swapped, [[uri.toString(), target.toString(), text]]);
        assert.deepEqual([logged, groups], [['Plant: created job 101'], []]);
        assert.deepEqual(creates.asked, [{ kind: 'job', name: 'Nightly' }]);
        const base = existing(document(uri).base);
        assert.deepEqual([base.text, base.origin], [{ name: 'Nightly', policies: [1] }, session.server.url]);
        assert.equal(base.stored['name'], 'Nightly');
        const found = await createdFrom();
        assert.deepEqual([found?.uri.toString(), found?.ref.id], [target.toString(), 101]);
      },
    ));

  it('refers to its object after it was closed, with the text as its base', () =>
    withCreates(async ({ create, createdFrom, document, reopen, session }) => {
      await create();
      const { base } = document(uri);
      reopen();
      const found = await createdFrom();
      assert.equal(found?.ref.id, 101);
      assert.deepEqual(document(uri).base, base);
      document(uri).created({ text: { name: 'Edited' }, stored: {}, origin: session.server.url });
      await createdFrom();
      assert.equal(document(uri).base?.text['name'], 'Edited');
    }));

  it('reports a group, whose ID may come later', () =>
    withCreates(
      async ({ create, createdFrom, groups, logged, records, server, session, sessions, swapped }) => {
        server.hidesIds = true;
        await create('{"name": "Lab"}', groupUri);
        assert.deepEqual([groups, logged], [['Lab'], ['Plant: created group (no id)']]);
        assert.deepEqual(swapped, [[groupUri.toString(), undefined, '{"name": "Lab"}']]);
        assert.equal(records.get(groupUri.toString())?.target, undefined);
        assert.equal(await createdFrom(groupUri), undefined);
        const [{ group: listed } = assert.fail('it is listed')] = session.groups.entries;
        session.groups.identity.learn(listed, 7);
        const found = await createdFrom(groupUri);
        assert.deepEqual(
          [found?.ref.id, found?.uri.toString()],
          [7, objectUri('plant', 'group', 7, 'Lab').toString()],
        );
        sessions.clear();
        assert.equal(await createdFrom(groupUri), undefined);
      },
    ));

  it('is not sent when its text is invalid, or when it would run on many devices and the user declines', () =>
    withCreates(async ({ create, records, server, user }) => {
      await assert.rejects(create('{"policies": [1]}'), { name: 'DocumentTextError' });
      user.isSure = false;
      const peers = Array.from({ length: 100 }, (_, index) => `pc-${index}`);
      const many = JSON.stringify({ name: 'Nightly', policies: [1], peers });
      await assert.rejects(create(many), { code: 'reachKept' });
      assert.deepEqual([server.writes, records.size], [[], 0]);
      await create(JSON.stringify({ name: 'Lab', server_set: peers }), groupUri);
      assert.equal(server.writes.length, 1);
    }));
});

describe('a create that failed', () => {
  it('is forgotten when the server rejected it', () =>
    withCreates(async ({ create, creates, records }) => {
      creates.failures.push(statusError(400));
      await assert.rejects(create(), { status: 400 });
      assert.equal(records.size, 0);
      await create();
      assert.deepEqual(creates.asked[1], { kind: 'job', name: 'Nightly' });
    }));

  const { request } = statusError(400);
  for (const error of [
    new OutcomeError(request, 'unknown', new Error('lost')),
    new NotSavedError('nameExists'),
    Object.assign(new Error('canceled'), { name: 'AbortError' }),
  ])
    it(`is remembered after ${error.name}, and the next save asks with the sent name`, () =>
      withCreates(async ({ create, createdFrom, creates, reopen }) => {
        creates.failures.push(error);
        await assert.rejects(create(), error);
        assert.equal(await createdFrom(), undefined);
        reopen();
        await create(text.replace('Nightly', 'Hourly'));
        assert.deepEqual(creates.asked[1], {
          kind: 'job',
          name: 'Hourly',
          doubtfulName: 'Nightly',
          isCreated: false,
        });
      }));

  it('keeps the record of an earlier create', () =>
    withCreates(async ({ create, creates, records }) => {
      await create();
      const record = records.get(uri.toString());
      creates.failures.push(statusError(400));
      await assert.rejects(create());
      assert.deepEqual(creates.asked[1]?.isCreated, true);
      assert.equal(records.get(uri.toString()), record);
    }));

  it('counts as success when only storing its record failed, which is logged, and creates nothing twice', () =>
    withCreates(async ({ create, createdFrom, disk, errors }) => {
      disk.failsAfter = 1;
      await create();
      assert.deepEqual(errors, ['the created object could not be recorded: Error: disk full']);
      assert.equal((await createdFrom())?.ref.id, 101);
    }));

  it('is not started when it cannot be recorded', () =>
    withCreates(async ({ create, disk, server }) => {
      disk.failsAfter = 0;
      await assert.rejects(create(), /disk full/);
      assert.deepEqual(server.writes, []);
    }));
});
