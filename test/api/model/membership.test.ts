import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Device, toDevice } from '../../../src/api/model/device.ts';
import {
  type DeviceReference,
  findSharedNames,
  type MembershipChange,
  membershipResult,
  planMembership,
  referenceTo,
} from '../../../src/api/model/membership.ts';
import { existing } from '../../support/http/clients.ts';

const named = (hostname: string, id?: number, addr = ''): Device => toDevice({ id, hostname, addr });
const names = (...list: string[]): readonly DeviceReference[] => list.map(name => ({ name }));
const change = (add: readonly DeviceReference[], remove: readonly DeviceReference[] = []) => ({
  add,
  remove,
});
const office = [named('PC-1', 1, '10.0.0.1'), named('PC-2', 2), named('PC-3', 3)];

describe('a change of the devices of a group', () => {
  it('appends to the current devices, which stay unchanged', () => {
    const plan = planMembership(office, change(names('PC-9', 'pc-9', 'PC-8')));
    assert.deepEqual(plan.names.slice(0, 3), ['PC-1', 'PC-2', 'PC-3']);
    assert.deepEqual(
      plan.names.slice(3).map(name => name.toUpperCase()),
      ['PC-9', 'PC-8'],
    );
    assert.equal(plan.isChange, true);
  });

  it('finds a device by its ID, by its host name in any case and by its address', () => {
    for (const reference of [{ id: 1, name: 'renamed since' }, { name: 'pc-1' }, { name: '10.0.0.1' }]) {
      assert.equal(planMembership(office, change([reference])).isChange, false);
      assert.deepEqual(planMembership(office, change([], [reference])).names, ['PC-2', 'PC-3']);
    }
  });

  it('does not mistake another device of the same name for the one with this ID', () => {
    assert.equal(planMembership(office, change([], [{ id: 7, name: 'PC-1' }])).isChange, false);
  });

  it('names devices that stay and that no request can name', () => {
    const nameless = named('', 4);
    const plan = (devices: readonly Device[], shared?: ReadonlySet<string>) =>
      planMembership(devices, change(names('PC-9')), shared).unnameable;
    assert.deepEqual(plan([...office, nameless]), [nameless]);
    const twin = named('pc-2', 5);
    assert.deepEqual(plan([...office, twin]), [office[1], twin]);
    assert.deepEqual(plan(office, new Set(['pc-3'])), [office[2]]);
    assert.deepEqual(planMembership([...office, nameless], change([], [{ id: 4, name: '' }])).unnameable, []);
  });

  it('finds the names that several devices share', () => {
    const again = named('PC-1', 1, '10.0.0.1');
    assert.deepEqual([...findSharedNames([...office, again])], []);
    assert.deepEqual([...findSharedNames([...office, again, named('pc-2', 9)])], ['pc-2']);
  });
});

describe('the result of a change of devices', () => {
  it('reports what the server dropped, kept and removed on its own', () => {
    const after = [named('PC-2', 2), named('PC-9', 9)];
    const result = membershipResult(office, after, change(names('PC-9', 'PC-8'), names('PC-1', 'PC-2')));
    assert.deepEqual(result.added, [{ id: 9, name: 'PC-9' }]);
    assert.deepEqual(result.dropped, names('PC-8'));
    assert.deepEqual(result.remaining, names('PC-2'));
    assert.deepEqual(result.lost, [{ id: 3, name: 'PC-3' }]);
    assert.deepEqual(
      result.removed.map(({ name }) => name),
      ['PC-1', 'PC-3'],
    );
  });
});

/** A server that stores exactly the named devices of the fleet, as the documented API does. */
const fleet = Array.from({ length: 12 }, (_, index) => named(`PC-${index}`, index + 1, `10.0.0.${index}`));
const written = (list: readonly string[]) =>
  fleet.filter(({ hostname }) => list.some(name => name.toLowerCase() === hostname.toLowerCase()));
const some = fc.shuffledSubarray(fleet);
const references = some.map(devices => devices.map(device => existing(referenceTo(device))));
const changes: fc.Arbitrary<MembershipChange> = fc.record({ add: references, remove: fc.constant([]) });
const hostNames = (devices: readonly Device[]) => devices.map(({ hostname }) => hostname).sort();
const apply = (devices: readonly Device[], wanted: MembershipChange) =>
  written(planMembership(devices, wanted).names);

describe('any changes of the devices of a group', () => {
  it('preserve what two people add one after the other', () =>
    fc.assert(
      fc.property(some, changes, changes, (start, mine, yours) => {
        const both = hostNames(apply(apply(start, mine), yours));
        const all = [...start, ...written([...mine.add, ...yours.add].map(({ name }) => name))];
        assert.deepEqual(both, [...new Set(hostNames(all))]);
      }),
    ));

  it('touch only devices that they name', () =>
    fc.assert(
      fc.property(some, references, references, (start, add, remove) => {
        const after = apply(start, { add, remove });
        const touched = new Set([...add, ...remove].map(({ name }) => name));
        const rest = (devices: readonly Device[]) => hostNames(devices.filter(d => !touched.has(d.hostname)));
        assert.deepEqual(rest(after), rest(start));
        const wanted = new Set(add.map(({ name }) => name));
        assert.ok(remove.every(({ name }) => wanted.has(name) || !hostNames(after).includes(name)));
      }),
    ));

  it('are undone on the current version of the server', () =>
    fc.assert(
      fc.property(some, changes, references, changes, (start, { add }, remove, others) => {
        const mine = { add, remove: remove.filter(({ name }) => !add.some(other => other.name === name)) };
        const after = apply(start, mine);
        const result = membershipResult(start, after, mine);
        assert.deepEqual([...result.dropped, ...result.remaining, ...result.lost], []);
        const inverse = { add: result.removed, remove: result.added };
        assert.deepEqual(hostNames(apply(after, inverse)), hostNames(start));
        // Another device that somebody adds in the meantime stays.
        const foreign = others.add.filter(({ name }) => ![...add, ...remove].some(own => own.name === name));
        const undone = apply(apply(after, change(foreign)), inverse);
        assert.deepEqual(hostNames(undone), hostNames(apply(start, change(foreign))));
      }),
    ));
});
