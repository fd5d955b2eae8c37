import assert from 'node:assert/strict';
import { close, jobUri, withDocuments } from './support/setup.ts';

const path = '/automation/api/job/1/';
const patched = (body: object) => `PATCH ${path} ${JSON.stringify(body)}`;
const rejected = { message: 'SaveConflictError' };

describe('a save of an object', () => {
  it('sends only the changed fields, and logs their names', () =>
    withDocuments(async ({ server, user, logged, open, save }) => {
      server.jobs.set(1, { name: 'One', enabled: true });
      await open('job', 1);
      await save('job', 1, { name: 'Two', enabled: false });
      assert.deepEqual(server.writes, [patched({ name: 'Two', enabled: false })]);
      assert.deepEqual(logged, ['Plant: saved job 1: PATCH name, enabled']);
      assert.deepEqual(user.messages, []);
    }));

  it('sends nothing when nothing was changed', () =>
    withDocuments(async ({ server, logged, open, save }) => {
      server.jobs.set(1, { name: 'One' });
      await open('job', 1);
      await save('job', 1, {});
      assert.deepEqual([server.writes, logged], [[], ['Plant: saved job 1: nothing to send']]);
    }));

  it('asks before it sends a list that may lose devices, even for a job', () =>
    withDocuments(async ({ server, user, open, save }) => {
      server.jobs.set(1, { name: 'One', peers: [{ hostname: 'a' }, { id: 7 }] });
      await open('job', 1);
      await save('job', 1, { peers: ['a', 'b'] });
      assert.match(
        user.of('confirm')[0] ?? '',
        /^“One” has 1 device that a request cannot identify unambiguously/,
      );
      assert.equal(server.writes.length, 1);
    }));

  it('is sent again on request when it definitely had no effect', () =>
    withDocuments(async ({ server, user, open, save }) => {
      server.jobs.set(1, { name: 'One' });
      await open('job', 1);
      server.nextWrites.push('reset');
      user.press = actions => actions.find(action => action === 'Send Again');
      await save('job', 1, { name: 'Two' });
      assert.deepEqual(server.writes, [patched({ name: 'Two' }), patched({ name: 'Two' })]);
      assert.deepEqual(user.of('decide'), ['“One”: OutcomeError']);
    }));
});

describe('a save of an object that others have changed', () => {
  const question = '“One” was not saved to “Plant”. Changed on the server since you started editing: Name.';

  it('names the object and the fields, and sends nothing when nothing is chosen', () =>
    withDocuments(async ({ server, user, open, save, compared }) => {
      server.jobs.set(1, { name: 'One' });
      await open('job', 1);
      server.jobs.set(1, { name: 'Theirs' });
      await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
      assert.deepEqual(user.messages, [
        { kind: 'decide', text: question, actions: ['Overwrite', 'Compare'] },
      ]);
      assert.deepEqual([server.writes, compared], [[], []]);
    }));

  it('overwrites the version that the prompt was about, and asks again about a newer one', () =>
    withDocuments(async ({ server, user, open, save, compared }) => {
      server.jobs.set(1, { name: 'One' });
      await open('job', 1);
      server.jobs.set(1, { name: 'Theirs' });
      user.press = () => {
        if (user.messages.length === 1) server.jobs.set(1, { name: 'Newer' });
        return 'Overwrite';
      };
      await save('job', 1, { name: 'Mine' });
      assert.equal(user.messages.length, 2);
      assert.deepEqual([server.writes, compared], [[patched({ name: 'Mine' })], []]);
    }));

  it('offers first to keep what both added to a list', () =>
    withDocuments(async ({ server, user, open, save }) => {
      server.jobs.set(1, { name: 'One', policies: [1] });
      await open('job', 1);
      server.jobs.set(1, { name: 'One', policies: [1, 2] });
      user.press = ([first]) => first;
      await save('job', 1, { policies: [1, 3] });
      assert.deepEqual(user.messages[0]?.actions, ['Keep Both', 'Overwrite', 'Compare']);
      assert.deepEqual(server.writes, [patched({ policies: [1, 2, 3] })]);
    }));

  for (const status of [409, 412])
    it(`asks when the server reports the conflict with HTTP ${status}`, () =>
      withDocuments(async ({ server, user, open, save }) => {
        server.jobs.set(1, { name: 'One' });
        await open('job', 1);
        server.nextWrites.push(status);
        server.onWrite = () => void server.jobs.set(1, { name: 'Theirs' });
        await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
        assert.equal(user.of('decide')[0], question);
      }));

  for (const [title, status, name] of [
    ['another error', 400, 'Theirs'],
    ['a conflict that cannot be seen', 409, 'One'],
  ] as const)
    it(`does not ask after ${title}`, () =>
      withDocuments(async ({ server, user, open, save }) => {
        server.jobs.set(1, { name: 'One' });
        await open('job', 1);
        server.nextWrites.push(status);
        server.onWrite = () => void server.jobs.set(1, { name });
        await assert.rejects(save('job', 1, { name: 'Mine' }), { message: `HttpStatusError ${status}` });
        assert.deepEqual(user.messages, []);
      }));
});

describe('a save on a server that allows only replacing whole objects', () => {
  for (const [outcome, answer, replacements] of [
    [
      'begins the replacement, which has a preview, when that is accepted',
      'Replace on Server (PUT)…',
      [jobUri.toString()],
    ],
    ['replaces nothing when that is declined', undefined, []],
  ] as const)
    it(`fails, and ${outcome}`, () =>
      withDocuments(async ({ server, user, open, save, replaced }) => {
        server.jobs.set(1, { name: 'One' });
        server.allow = 'GET, PUT, DELETE';
        await open('job', 1);
        server.nextWrites.push(405);
        user.press = () => answer;
        await assert.rejects(save('job', 1, { name: 'Mine' }), { message: 'HttpStatusError 405' });
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([replaced, server.jobs.get(1)?.['name']], [replacements, 'One']);
      }));
});

describe('a save of an object that was deleted', () => {
  const question = '“One” (#1) is no longer on “Plant”: it was deleted. What you typed is still here.';

  it('offers to create a new one, and rejects when that is declined', () =>
    withDocuments(async ({ server, user, open, save }) => {
      server.jobs.set(1, { name: 'One' });
      const document = await open('job', 1);
      server.jobs.clear();
      await assert.rejects(save('job', 1, { name: 'Mine' }), { message: 'HttpStatusError 404' });
      assert.deepEqual(user.messages, [{ kind: 'decide', text: question, actions: ['Create as New'] }]);
      assert.deepEqual([server.writes, document.id], [[], 1]);
    }));

  it('creates a new one from the typed text, and then saves to that until the tab is closed', () =>
    withDocuments(async ({ server, user, open, save, document }) => {
      server.jobs.set(1, { name: 'One', policies: [1] });
      const { uri } = await open();
      server.jobs.clear();
      user.press = ([first]) => first;
      await save('job', 1, { name: 'Mine' });
      assert.match(server.writes[0] ?? '', /^POST .*"name":"Mine"/);
      await save('job', 1, { enabled: false });
      assert.equal(server.writes[1], 'PATCH /automation/api/job/101/ {"enabled":false}');
      assert.equal(document(uri).id, 101);
      close(uri);
      assert.equal(document(uri).id, 1);
    }));
});

describe('a save that removes devices from a group of a production server', () => {
  const members = (...names: readonly string[]) => names.map(hostname => ({ hostname }));
  const sent = (...names: readonly string[]) =>
    `PATCH /account/api/group/5/ ${JSON.stringify({ server_set: names })}`;

  it('is sent when the name of the server was typed', () =>
    withDocuments(
      async ({ server, user, open, save }) => {
        server.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        await assert.rejects(save('group', 5, { server_set: ['a'] }), {
          message: 'NotSavedError devicesKept',
        });
        assert.deepEqual(server.writes, []);
        user.type = () => 'Plant';
        await save('group', 5, { server_set: ['a'] });
        assert.deepEqual(server.writes, [sent('a')]);
        assert.match(user.of('confirm')[0] ?? '', /^Remove 1 device from the group “Lab” on “Plant”\?/);
      },
      { production: true },
    ));

  it('does not overwrite what others changed while the prompt was open', () =>
    withDocuments(
      async ({ server, user, open, save }) => {
        server.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        user.type = () => {
          server.groups.set(5, { name: 'Renamed', server_set: members('a', 'b', 'c') });
          return 'Plant';
        };
        await assert.rejects(save('group', 5, { server_set: ['a'] }), rejected);
        assert.match(user.of('decide')[0] ?? '', /Changed on the server since you started editing: Devices/);
        assert.deepEqual(server.writes, []);
      },
      { production: true },
    ));

  it('is sent when others changed something else while the prompt was open', () =>
    withDocuments(
      async ({ server, user, open, save }) => {
        server.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        user.type = () => {
          server.groups.set(5, { name: 'Renamed', server_set: members('a', 'b') });
          return 'Plant';
        };
        await save('group', 5, { server_set: ['a'] });
        assert.deepEqual(server.writes, [sent('a')]);
      },
      { production: true },
    ));
});

describe('a save of a job that would run on many more devices', () => {
  const peers = Array.from({ length: 100 }, (_, index) => `pc-${index}`);

  for (const isSure of [true, false])
    it(`is ${isSure ? 'sent' : 'not sent'} when the user ${isSure ? 'agrees' : 'declines'}`, () =>
      withDocuments(async ({ server, user, open, save }) => {
        server.jobs.set(1, { name: 'One', peers: [] });
        await open('job', 1);
        user.isSure = isSure;
        const saved = save('job', 1, { peers });
        if (isSure) await saved;
        else await assert.rejects(saved, { message: 'NotSavedError reachKept' });
        assert.match(user.of('confirm')[0] ?? '', /Save “One” to “Plant”\? It will run on more devices\./);
        assert.deepEqual(server.writes, isSure ? [patched({ peers })] : []);
      }));

  it('does not overwrite what others changed while the prompt was open', () =>
    withDocuments(async ({ server, user, open, save }) => {
      server.jobs.set(1, { name: 'One', peers: [] });
      await open('job', 1);
      user.onConfirm = () => void server.jobs.set(1, { name: 'One', peers: [{ hostname: 'theirs' }] });
      await assert.rejects(save('job', 1, { peers }), rejected);
      assert.deepEqual(server.writes, []);
    }));
});
