import assert from 'node:assert/strict';
import { device } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';

const { deviceRow, deviceTooltip } = await import('../../../src/workbench/trees/deviceRow.ts');

describe('the row of a device', () => {
  it('shows the server’s words for it, and a specific icon only if they are understood', () => {
    const row = (status: string) => rowText(deviceRow({ ...device(1), status, connection: 'VPN' }));
    assert.equal(row('offline'), 'PC-1 | offline · VPN | vm-outline disabledForeground | device');
    assert.equal(row('napping'), 'PC-1 | napping · VPN | vm | device');
  });
});

describe('the tooltip of a device', () => {
  it('has all known facts, and every group and job that uses it', () =>
    withMemoryServer(async ({ memoryServer, session, context }) => {
      memoryServer.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [device(1)] });
      memoryServer.jobs.set(1, { name: 'Updates', groups: [5], policies: [7] });
      memoryServer.jobs.set(2, { name: 'Inventory', enabled: false, peers: [device(1)], policies: [7] });
      await Promise.all([session.groups.whole(), session.jobs.whole()]);
      const shown = { ...device(1), username: 'ann', server_id: 's-1', connection: 'VPN' };
      assert.deepEqual(tooltipTexts(await deviceTooltip(shown, { ...context, session })), [
        'Host name: PC-1',
        'Address: 10.0.0.1',
        'Status: online',
        'Connection: VPN',
        'User: ann',
        'Server ID: s-1',
        'ID: 1',
        'Groups: Accounting',
        'Jobs: Inventory (disabled), Updates (No schedule)',
      ]);
    }));
});
