import type { DemoHandler, Route } from '../../src/contrib/demo/server/call.ts';
import { json } from '../../src/contrib/demo/server/reply.ts';
import type { DeviceRecord } from '../../src/contrib/demo/server/world.ts';

const mostItems = 100;

const searchDevices: DemoHandler = ({ context, url }) => {
  const wanted = url.searchParams.get('hostname')?.toLowerCase() ?? '';
  const found = context.world.devices.all().filter(device => device.hostname.toLowerCase().includes(wanted));
  return json(200, { items: found.slice(0, mostItems).map(searchItem) });
};

function searchItem(device: DeviceRecord): Readonly<Record<string, string>> {
  const [user = '', domain = ''] = device.username.split('\\').reverse();
  const isServer = device.hostname.includes('-SRV-');
  return {
    server_id: device.server_id,
    hostname: device.hostname,
    username: user,
    domain,
    platform: isServer ? 'Linux' : 'Windows',
    uname: isServer ? 'Linux 6.1.0 x86_64' : 'Windows 10.0.19045',
    version: '7.3.0',
    addr: device.addr,
    uuid: `00000000-0000-4000-8000-${device.id.toString(16).padStart(12, '0')}`,
  };
}

/** Not part of the documented API: some servers complete host names here, most return 404. */
export const deviceSearch: Route = {
  pattern: /^\/api\/peer\/search\/$/,
  title: 'Peer Search',
  operations: { GET: searchDevices },
};
