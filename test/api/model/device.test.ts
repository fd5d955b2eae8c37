import assert from 'node:assert/strict';
import {
  byWriteName,
  deviceKey,
  deviceLabel,
  deviceNameKey,
  deviceState,
  deviceWriteName,
  matchNames,
  toDevice,
  unwritableDevices,
  writeNames,
} from '../../../src/api/model/device.ts';
import { DeviceNumbers } from '../../../src/store/reach/deviceNumbers.ts';

const named = toDevice({ hostname: ' PC-1 ', addr: '10.0.0.1' });
const addressed = toDevice({ hostname: ' ', addr: ' 10.0.0.2 ' });
const user = toDevice({ username: 'ann', server_id: 's-1' });
const ofServer = toDevice({ server_id: 's-1' });
const numbered = toDevice({ id: 7 });
const blank = toDevice({});
const devices = [named, addressed, user, ofServer, numbered, blank];

describe('a device', () => {
  it('has no text when the server sends none', () => {
    const none = { addr: '', status: '', username: '', hostname: '', server_id: '', connection: '' };
    assert.deepEqual(blank, { id: undefined, ...none });
    assert.deepEqual(toDevice({ hostname: null, id: null, status: 1, connection: true }), {
      id: undefined,
      ...none,
      status: '1',
      connection: 'true',
    });
  });

  it('is named in requests by its host name, otherwise by its address, otherwise not at all', () => {
    assert.deepEqual(devices.map(deviceWriteName), ['PC-1', '10.0.0.2', ...Array(4).fill(undefined)]);
    assert.deepEqual(writeNames(devices), ['PC-1', '10.0.0.2']);
    assert.deepEqual(unwritableDevices(devices), [user, ofServer, numbered, blank]);
    const twin = toDevice({ hostname: 'PC-1', id: 2 });
    assert.deepEqual(
      [...byWriteName([user, named, twin])],
      [['PC-1', named]],
      'the first one where several have the name',
    );
  });

  it('is shown with what distinguishes it from others', () => {
    assert.deepEqual(devices.map(deviceLabel), ['PC-1', '10.0.0.2', 'ann', 's-1', '#7', '?']);
  });

  it('is identified by the server’s ID, otherwise by all of its fields', () => {
    assert.equal(new Set(devices.map(deviceKey)).size, devices.length);
    assert.equal(deviceKey(toDevice({ id: 7, hostname: 'PC-7' })), deviceKey(numbered));
    assert.equal(
      deviceKey(toDevice({ hostname: 'PC-1', status: 'up' })),
      deviceKey(toDevice({ hostname: 'PC-1' })),
    );
    for (const other of [{ addr: 'x' }, { server_id: 'x' }, { username: 'x' }])
      assert.notEqual(
        deviceKey(toDevice({ hostname: 'PC-1', ...other })),
        deviceKey(toDevice({ hostname: 'PC-1' })),
      );
  });

  it('may be named by its host name or its address, in any case and order', () => {
    assert.ok(matchNames([named, addressed], ['10.0.0.2', ' pc-1']));
    assert.ok(matchNames([named], ['10.0.0.1']));
    assert.ok(matchNames([named], ['PC-1', '10.0.0.1']), 'both names of one device');
    assert.equal(matchNames([named], ['PC-1', 'PC-2']), false);
    assert.equal(matchNames([named, addressed], ['PC-1']), false);
  });

  it('has the same name however it is spelled, and another one where servers see a difference', () => {
    const alike = [
      ['PC-1', ' pc-1 ', 'PC-1.'],
      ['pc-1.example.com', 'PC-1.Example.com.'],
      ['pc-1..'],
      ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', '[2001:db8::1]', '2001:0db8::0001'],
      ['10.0.0.5', '::ffff:10.0.0.5', '::FFFF:a00:5'],
      ['fe80::1%eth0', 'FE80:0::1%eth0'],
      ['fe80::1%eth1'],
      ['00:1A:2B:3C:4D:5E', '00:1a:2b:3c:4d:5e'],
      ['pc-1:8080'],
      [':'],
      ['straße'],
      ['strasse'],
    ];
    for (const spellings of alike) assert.equal(new Set(spellings.map(deviceNameKey)).size, 1, spellings[0]);
    assert.equal(new Set(alike.map(([name = '']) => deviceNameKey(name))).size, alike.length);
    const devices = alike.map(([name = '']) => toDevice({ hostname: name }));
    assert.ok(
      matchNames(
        devices,
        alike.map(spellings => spellings.at(-1) ?? ''),
      ),
    );
    const numbers = new DeviceNumbers();
    assert.equal(new Set(numbers.distinct(devices)).size, alike.length);
    for (const [index, spellings] of alike.entries())
      for (const name of spellings) assert.deepEqual([...numbers.named(name)], [index]);
  });

  it('is connected or not when the server’s word is understood', () => {
    for (const word of ['online', ' Connected ', 'В сети']) assert.equal(deviceState(word), 'online', word);
    for (const word of ['OFFLINE', 'disconnected', 'не в сети'])
      assert.equal(deviceState(word), 'offline', word);
    for (const word of ['', 'sleeping', 'not online', 'online?', 'offline since May', 'unconnected'])
      assert.equal(deviceState(word), undefined, word);
  });
});

describe('the numbers of devices', () => {
  it('are the same for a device in all lists', () => {
    const numbers = new DeviceNumbers();
    const list = [named, numbered, named];
    assert.deepEqual([...numbers.of(list)], [0, 1, 0]);
    assert.equal(numbers.of(list), numbers.of(list), 'a list is numbered once');
    const renamed = toDevice({ id: 7, hostname: 'PC-7' });
    assert.deepEqual([...numbers.of([user, renamed])], [2, 1]);
    assert.equal(numbers.count, 3);
    assert.deepEqual([...numbers.named('pc-7')], [1]);
    assert.deepEqual([...numbers.sameAs(renamed)], [1]);
  });

  it('are the same where a description lacks the ID, or has only the address', () => {
    const numbers = new DeviceNumbers();
    const full = toDevice({ id: 1, hostname: 'PC-1', addr: '10.0.0.1' });
    const byHost = toDevice({ hostname: 'pc-1' });
    const byAddress = toDevice({ addr: '10.0.0.1' });
    const writtenAsHost = toDevice({ hostname: '10.0.0.1' });
    for (const list of [
      [byHost, byAddress, writtenAsHost, full],
      [full, writtenAsHost, byAddress, byHost],
    ])
      assert.equal(new Set(numbers.distinct(list)).size, 1);
    assert.deepEqual([...numbers.named('PC-1')], [...numbers.named('10.0.0.1')]);
  });

  it('differ for devices with other IDs or other host names, although they share a name or an address', () => {
    const numbers = new DeviceNumbers();
    const twins = [toDevice({ id: 1, hostname: 'PC-1' }), toDevice({ id: 2, hostname: 'PC-1' })];
    assert.equal(new Set(numbers.distinct(twins)).size, 2);
    assert.deepEqual([...numbers.named('pc-1')], [0, 1]);
    const behindRouter = ['A', 'B'].map(hostname => toDevice({ hostname, addr: '10.0.0.1' }));
    assert.equal(new Set(numbers.distinct([...behindRouter, toDevice({ addr: '10.0.0.1' })])).size, 2);
  });

  it('do not keep the former name of a device that was renamed', () => {
    const numbers = new DeviceNumbers();
    numbers.of([toDevice({ id: 1, hostname: 'OLD' })]);
    numbers.of([toDevice({ id: 1, hostname: 'NEW' })]);
    assert.deepEqual([numbers.named('old'), numbers.named('new')], [[], [0]]);
  });
});
