import assert from 'node:assert/strict';
import { withSaves } from './support/saveDesk.ts';

const { objectUri } = await import('../../../src/documents/documentUri.ts');

const path = '/automation/api/job/1/';
const patched = (body: object) => `PATCH ${path} ${JSON.stringify(body)}`;
const rejected = { name: 'SaveConflictError' };

describe('a save of an object', () => {
  it('sends only the changed fields, and logs their names', () =>
    withSaves(async ({ plant, person, logged, open, save }) => {
      plant.jobs.set(1, { name: 'One', enabled: true });
      await open('job', 1);
      await save('job', 1, { name: 'Two', enabled: false });
      assert.deepEqual(plant.writes, [patched({ name: 'Two', enabled: false })]);
      assert.deepEqual(logged, ['Plant: saved job 1: PATCH name, enabled']);
      assert.deepEqual(person.messages, []);
    }));

  it('sends nothing when nothing was changed', () =>
    withSaves(async ({ plant, logged, open, save }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      await save('job', 1, {});
      assert.deepEqual([plant.writes, logged], [[], ['Plant: saved job 1: nothing to send']]);
    }));

  it('does not need fields that the text omits', () =>
    withSaves(async ({ plant, session, open, saves }) => {
      plant.jobs.set(1, { name: 'One', enabled: true });
      const uri = await open('job', 1);
      const ref = { kind: 'object', serverId: 'plant', objectKind: 'job', id: 1, view: 'edited' } as const;
      const usual = { begunWith: undefined, chosenOver: undefined, keepsBoth: false };
      await saves.save({ session, uri, ref, text: '{"enabled": false}', ...usual });
      assert.deepEqual(plant.writes, [patched({ enabled: false })]);
    }));

  it('asks before it sends a list that may lose devices, even for a job', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One', peers: [{ hostname: 'a' }, { id: 7 }] });
      await open('job', 1);
      await save('job', 1, { peers: ['a', 'b'] });
      assert.match(
        person.of('confirm')[0] ?? '',
        /^“One” has 1 device that a request cannot identify unambiguously/,
      );
      assert.equal(plant.writes.length, 1);
    }));

  it('rejects with what the server returned, without a prompt', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.failures.set(`PATCH ${path}`, 403);
      await assert.rejects(save('job', 1, { name: 'Two' }), { name: 'HttpStatusError', status: 403 });
      assert.deepEqual(person.messages, []);
    }));

  it('is sent again on request when it definitely had no effect', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.nextWrites.push('reset');
      person.press = actions => actions.find(action => action === 'Send Again');
      await save('job', 1, { name: 'Two' });
      assert.deepEqual(plant.writes, [patched({ name: 'Two' }), patched({ name: 'Two' })]);
      assert.deepEqual(person.of('decide'), ['“One”: OutcomeError']);
    }));

  it('asks when the text is based on an object at another URL', () =>
    withSaves(async ({ plant, person, open, save, versions }) => {
      plant.jobs.set(1, { name: 'One' });
      const base = versions.knownBase(await open('job', 1));
      assert.ok(base !== undefined);
      const begunWith = { ...base, origin: 'https://old.example' };
      await assert.rejects(save('job', 1, { name: 'Two' }, { begunWith }), rejected);
      assert.match(person.of('decide')[0] ?? '', /^“One” was not saved to “Plant”\./);
      assert.deepEqual(plant.writes, []);
    }));
});

describe('a save of an object that others have changed', () => {
  const question = '“One” was not saved to “Plant”. Changed on the server since you started editing: Name.';

  it('names the object and the fields, and sends nothing when nothing is chosen', () =>
    withSaves(async ({ plant, person, open, save, compared }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.jobs.set(1, { name: 'Theirs' });
      await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
      assert.deepEqual(person.messages, [
        { kind: 'decide', text: question, actions: ['Overwrite', 'Compare'] },
      ]);
      assert.deepEqual([plant.writes, compared], [[], []]);
    }));

  it('compares, and sends nothing', () =>
    withSaves(async ({ plant, person, open, save, compared }) => {
      plant.jobs.set(1, { name: 'One' });
      const uri = await open('job', 1);
      plant.jobs.set(1, { name: 'Theirs' });
      person.press = actions => actions.find(action => action === 'Compare');
      await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
      assert.deepEqual([plant.writes, compared], [[], [uri.toString()]]);
    }));

  it('overwrites the version that the prompt was about, and asks again about a newer one', () =>
    withSaves(async ({ plant, person, open, save, compared }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.jobs.set(1, { name: 'Theirs' });
      person.press = () => {
        if (person.messages.length === 1) plant.jobs.set(1, { name: 'Newer' });
        return 'Overwrite';
      };
      await save('job', 1, { name: 'Mine' });
      assert.equal(person.messages.length, 2);
      assert.deepEqual([plant.writes, compared], [[patched({ name: 'Mine' })], []]);
    }));

  it('overwrites the version that a form showed without a prompt', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.jobs.set(1, { name: 'Theirs' });
      await assert.rejects(save('job', 1, { name: 'Mine' }, { chosenOver: { name: 'Earlier' } }), rejected);
      await save('job', 1, { name: 'Mine' }, { chosenOver: { name: 'Theirs' } });
      assert.deepEqual([person.messages.length, plant.writes], [1, [patched({ name: 'Mine' })]]);
    }));

  it('offers first to keep what both added to a list', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One', policies: [1] });
      await open('job', 1);
      plant.jobs.set(1, { name: 'One', policies: [1, 2] });
      person.press = ([first]) => first;
      await save('job', 1, { policies: [1, 3] });
      assert.deepEqual(person.messages[0]?.actions, ['Keep Both', 'Overwrite', 'Compare']);
      assert.deepEqual(plant.writes, [patched({ policies: [1, 2, 3] })]);
    }));

  it('does not offer that first when either side removed something', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One', policies: [1, 2] });
      await open('job', 1);
      plant.jobs.set(1, { name: 'One', policies: [2] });
      person.press = ([first]) => first;
      await save('job', 1, { policies: [1, 2, 3] });
      assert.deepEqual(person.messages[0]?.actions, ['Overwrite', 'Keep Both', 'Compare']);
      assert.deepEqual(plant.writes, [patched({ policies: [1, 2, 3] })]);
    }));

  it('keeps both without a prompt if the user chose that before, but only in lists', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One', policies: [1] });
      await open('job', 1);
      plant.jobs.set(1, { name: 'One', policies: [1, 2] });
      await save('job', 1, { policies: [1, 3] }, { keepsBoth: true });
      assert.deepEqual([person.messages, plant.writes], [[], [patched({ policies: [1, 2, 3] })]]);
      plant.jobs.set(1, { name: 'Theirs', policies: [1, 3] });
      await assert.rejects(save('job', 1, { name: 'Mine' }, { keepsBoth: true }), rejected);
      assert.deepEqual(person.messages[0]?.actions, ['Overwrite', 'Compare']);
    }));

  for (const status of [409, 412])
    it(`asks when the server reports the conflict with HTTP ${status}`, () =>
      withSaves(async ({ plant, person, open, save }) => {
        plant.jobs.set(1, { name: 'One' });
        await open('job', 1);
        plant.nextWrites.push(status);
        plant.onWrite = () => void plant.jobs.set(1, { name: 'Theirs' });
        await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
        assert.equal(person.of('decide')[0], question);
      }));

  for (const [title, status, name] of [
    ['another error', 400, 'Theirs'],
    ['a conflict that cannot be seen', 409, 'One'],
  ] as const)
    it(`does not ask after ${title}`, () =>
      withSaves(async ({ plant, person, open, save }) => {
        plant.jobs.set(1, { name: 'One' });
        await open('job', 1);
        plant.nextWrites.push(status);
        plant.onWrite = () => void plant.jobs.set(1, { name });
        await assert.rejects(save('job', 1, { name: 'Mine' }), { name: 'HttpStatusError', status });
        assert.deepEqual(person.messages, []);
      }));

  it('rejects with the server’s conflict when the object cannot be read afterwards', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One' });
      await open('job', 1);
      plant.nextWrites.push(409);
      plant.onWrite = () => void plant.failures.set(`GET ${path}`, 403);
      await assert.rejects(save('job', 1, { name: 'Mine' }), { name: 'HttpStatusError', status: 409 });
      assert.deepEqual(person.messages, []);
    }));
});

describe('a save of an object that was deleted', () => {
  const question = '“One” (#1) is no longer on “Plant”: it was deleted. What you typed is still here.';

  it('offers to create a new one, and rejects when that is declined', () =>
    withSaves(async ({ plant, person, open, save, saves, created }) => {
      plant.jobs.set(1, { name: 'One' });
      const uri = await open('job', 1);
      plant.jobs.clear();
      await assert.rejects(save('job', 1, { name: 'Mine' }), { name: 'HttpStatusError', status: 404 });
      assert.deepEqual(person.messages, [{ kind: 'decide', text: question, actions: ['Create as New'] }]);
      assert.deepEqual([created, saves.createdInstead(uri)], [[], uri]);
    }));

  for (const [kind, object] of [
    ['job', 'Job #1'],
    ['group', 'Group #1'],
  ] as const)
    it(`refers to a ${kind} of unknown name by its ID`, () =>
      withSaves(async ({ person, save }) => {
        await assert.rejects(save(kind, 1, { name: 'Mine' }), { status: 404 });
        assert.deepEqual(person.of('decide'), [
          `${object} is no longer on “Plant”: it was deleted. What you typed is still here.`,
        ]);
      }));

  it('creates a new one from the typed text, and remembers it', () =>
    withSaves(async ({ plant, person, open, save, saves, created, desk }) => {
      plant.jobs.set(1, { name: 'One' });
      const uri = await open('job', 1);
      plant.jobs.clear();
      person.press = ([first]) => first;
      await save('job', 1, { name: 'Mine' });
      assert.match(created[0] ?? '', /"name":"Mine"/);
      assert.equal(saves.createdInstead(uri), uri);
      desk.createdUri = objectUri('plant', 'job', 2, 'Mine');
      await save('job', 1, { name: 'Mine' });
      assert.equal(saves.createdInstead(uri), desk.createdUri);
    }));
});

describe('a save that removes devices from a group of a production server', () => {
  const members = (...names: readonly string[]) => names.map(hostname => ({ hostname }));
  const sent = (...names: readonly string[]) =>
    `PATCH /account/api/group/5/ ${JSON.stringify({ server_set: names })}`;

  it('is sent when the name of the server was typed', () =>
    withSaves(
      async ({ plant, person, open, save }) => {
        plant.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        await assert.rejects(save('group', 5, { server_set: ['a'] }), { code: 'devicesKept' });
        assert.deepEqual(plant.writes, []);
        person.type = () => 'Plant';
        await save('group', 5, { server_set: ['a'] });
        assert.deepEqual(plant.writes, [sent('a')]);
        assert.match(person.of('confirm')[0] ?? '', /^Remove 1 device from the group “Lab” on “Plant”\?/);
      },
      { production: true },
    ));

  it('does not overwrite what others changed while the prompt was open', () =>
    withSaves(
      async ({ plant, person, open, save }) => {
        plant.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        person.type = () => {
          plant.groups.set(5, { name: 'Renamed', server_set: members('a', 'b', 'c') });
          return 'Plant';
        };
        await assert.rejects(save('group', 5, { server_set: ['a'] }), rejected);
        assert.match(
          person.of('decide')[0] ?? '',
          /Changed on the server since you started editing: Devices/,
        );
        assert.deepEqual(plant.writes, []);
      },
      { production: true },
    ));

  it('is sent when others changed something else while the prompt was open', () =>
    withSaves(
      async ({ plant, person, open, save }) => {
        plant.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
        await open('group', 5);
        person.type = () => {
          plant.groups.set(5, { name: 'Renamed', server_set: members('a', 'b') });
          return 'Plant';
        };
        await save('group', 5, { server_set: ['a'] });
        assert.deepEqual(plant.writes, [sent('a')]);
      },
      { production: true },
    ));

  it('needs no prompt on another server', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.groups.set(5, { name: 'Lab', server_set: members('a', 'b') });
      await open('group', 5);
      await save('group', 5, { server_set: ['a'] });
      assert.deepEqual([plant.writes, person.messages], [[sent('a')], []]);
    }));
});

describe('a save of a job that would run on many more devices', () => {
  const peers = Array.from({ length: 100 }, (_, index) => `pc-${index}`);

  for (const isSure of [true, false])
    it(`is ${isSure ? 'sent' : 'not sent'} when the user ${isSure ? 'agrees' : 'declines'}`, () =>
      withSaves(async ({ plant, person, open, save }) => {
        plant.jobs.set(1, { name: 'One', peers: [] });
        await open('job', 1);
        person.isSure = isSure;
        const saved = save('job', 1, { peers });
        if (isSure) await saved;
        else await assert.rejects(saved, { code: 'reachKept' });
        assert.match(person.of('confirm')[0] ?? '', /Save “One” to “Plant”\? It will run on more devices\./);
        assert.deepEqual(plant.writes, isSure ? [patched({ peers })] : []);
      }));

  it('does not overwrite what others changed while the prompt was open', () =>
    withSaves(async ({ plant, person, open, save }) => {
      plant.jobs.set(1, { name: 'One', peers: [] });
      await open('job', 1);
      person.onConfirm = () => void plant.jobs.set(1, { name: 'One', peers: [{ hostname: 'theirs' }] });
      await assert.rejects(save('job', 1, { peers }), rejected);
      assert.deepEqual(plant.writes, []);
    }));
});

describe('the name of an object in a prompt', () => {
  it('is the server’s if the document was never shown', () =>
    withSaves(async ({ plant, person, save }) => {
      plant.jobs.set(1, { name: 'Theirs' });
      await assert.rejects(save('job', 1, { name: 'Mine' }), rejected);
      assert.match(person.of('decide')[0] ?? '', /^“Theirs” was not saved/);
    }));
});
