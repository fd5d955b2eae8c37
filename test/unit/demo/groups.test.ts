import assert from 'node:assert/strict';
import { at, existing, list, type Started, withServer } from './support/started.ts';

const path = '/account/api/group/';

/** A group with at least two devices; which one depends on the seed. */
function someGroup({ server }: Started) {
  return existing(server.world.groups.all().find(group => group.server_set.length > 1));
}

describe('demo server: groups', () => {
  it('lists groups as a bare array, with devices and without IDs', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await ask('GET', path);
      assert.equal(status, 200);
      assert.equal(list(json).length, 4);
      assert.deepEqual(Object.keys(Object(at(json, 0))), ['name', 'server_set', 'dn']);
    }));

  it('returns IDs if configured', () =>
    withServer({ groupIds: true }, async ({ server, ask }) => {
      const ids = list((await ask('GET', path)).json).map(group => at(group, 'id'));
      assert.deepEqual(
        ids,
        server.world.groups.all().map(group => group.id),
      );
    }));

  it('reads a group by its ID', () =>
    withServer({}, async started => {
      const group = someGroup(started);
      const { status, json } = await started.ask('GET', `${path}${group.id}/`);
      assert.deepEqual([status, at(json, 'name'), at(json, 'dn')], [200, group.name, group.dn]);
      assert.equal(list(at(json, 'server_set')).length, group.server_set.length);
    }));

  it('creates a group and derives its distinguished name from the name', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await ask('POST', path, { name: 'Lab, east' });
      assert.equal(status, 201);
      assert.deepEqual(json, {
        name: 'Lab, east',
        server_set: [],
        dn: 'CN=Lab\\, east,OU=Groups,DC=demo,DC=example',
      });
      const given = await ask('POST', path, { name: 'Lab', dn: 'CN=Own' });
      assert.equal(at(given.json, 'dn'), 'CN=Own');
    }));

  it('PUT replaces the whole list of devices', () =>
    withServer({}, async started => {
      const { server, ask } = started;
      const group = someGroup(started);
      const device = existing(server.world.devices.all().find(each => each.hostname !== ''));
      const body = { name: 'Renamed', server_set: [device.hostname] };
      const { status, json } = await ask('PUT', `${path}${group.id}/`, body);
      assert.equal(status, 200);
      assert.equal(at(json, 'name'), 'Renamed');
      assert.deepEqual(
        list(at(json, 'server_set')).map(each => at(each, 'id')),
        [device.id],
      );
    }));

  it('PUT keeps fields that its body omits, but requires a name', () =>
    withServer({}, async started => {
      const group = someGroup(started);
      const before = { dn: group.dn, devices: group.server_set };
      await started.ask('PUT', `${path}${group.id}/`, { name: 'Renamed' });
      assert.deepEqual({ dn: group.dn, devices: group.server_set }, before);
      const refused = await started.ask('PUT', `${path}${group.id}/`, { server_set: [] });
      assert.deepEqual([refused.status, refused.json], [400, { name: ['This field is required.'] }]);
    }));

  it('PATCH changes only what is in the body', () =>
    withServer({}, async started => {
      const group = someGroup(started);
      const { name, dn } = group;
      const { status, json } = await started.ask('PATCH', `${path}${group.id}/`, { server_set: [] });
      assert.deepEqual([status, json], [200, { name, server_set: [], dn }]);
    }));

  it('rejects invalid requests and changes nothing', () =>
    withServer({}, async started => {
      const { ask } = started;
      const group = someGroup(started);
      const before = { ...group };
      const refused = await ask('PATCH', `${path}${group.id}/`, { name: '', server_set: ['nowhere'] });
      assert.deepEqual(
        [refused.status, refused.json],
        [400, { name: ['This field may not be blank.'], server_set: ['Device "nowhere" not found.'] }],
      );
      assert.deepEqual({ ...group }, before);
      assert.deepEqual((await ask('POST', path, {})).json, { name: ['This field is required.'] });
    }));

  it('a deleted group is removed from the jobs that targeted it', () =>
    withServer({}, async ({ server, ask }) => {
      const job = existing(server.world.jobs.all().find(each => each.groups.length > 0));
      const id = existing(job.groups[0]);
      assert.equal((await ask('DELETE', `${path}${id}/`)).status, 204);
      const { json } = await ask('GET', `/automation/api/job/${job.id}/`);
      assert.equal(list(at(json, 'groups')).includes(id), false);
      assert.deepEqual((await ask('GET', `${path}${id}/`)).json, {
        detail: 'No Group matches the given query.',
      });
    }));
});
