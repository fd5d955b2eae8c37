import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkText, parseLink } from '../../../src/contrib/links/common/objectLink.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { copyLinks, openLink } = await import('../../../src/contrib/links/vscode/links.ts');

const own = { scheme: 'vscode', extension: 'device-automation.device-automation' };
const plant = 'https://plant.example';
/** What VS Code passes to a handler: it decodes the query. */
const partsOf = (link: string) => {
  const { pathname, search } = new URL(link.replace('vscode:', 'https:'));
  return [pathname, decodeURIComponent(search.slice(1))] as const;
};

describe('a link to an object', () => {
  it('names the server by its fingerprint, whatever the object is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), group => {
        const link = linkText(own, plant, { group });
        assert.ok(!link.includes('plant.example'));
        assert.deepEqual(parseLink(...partsOf(link)), {
          server: parseLink(...partsOf(linkText(own, plant, { job: 1 })))?.server,
          group,
        });
      }),
    );
  });

  const [path, query] = partsOf(linkText(own, plant, { job: 12 }));
  for (const [what, parts] of Object.entries({
    'another path': ['/run', query],
    'no server': [path, 'job=12'],
    'an address': [path, `${query}&url=https://evil.example`],
    'a token': [path, `${query}&token=secret`],
    'a command': [path, `${query}&command=deviceAutomation.job.delete`],
    'two objects': [path, `${query}&group=Sales`],
    'two jobs': [path, `${query}&job=13`],
    'no number': [path, query.replace('12', '12;13')],
    'a server by name': [path, 'server=Plant&job=12'],
  } satisfies Readonly<Record<string, readonly [string, string]>>))
    it(`is refused with ${what}`, () => assert.equal(parseLink(...parts), undefined));
});

describe('copying and opening links', () => {
  it('copies one for each row, and opens it where the server is known', () =>
    withMemoryServer(async ({ memoryServer, context, opened, user }) => {
      memoryServer.jobs.set(1, { name: 'Backup', enabled: true });
      memoryServer.jobs.set(2, { name: 'Updates', enabled: true });
      memoryServer.groups.set(5, { name: 'Branch', dn: 'OU=Branch,DC=example', server_set: [] });
      const copied: string[] = [];
      const clipboard = { ...context.clipboard, writeText: async (text: string) => void copied.push(text) };
      await copyLinks({ ...context, clipboard }, [{ ids: [1, 2], server: 'plant' }]);
      const [first = ''] = copied[0]?.split('\n') ?? [];
      await openLink(context, partsOf(first));
      const group = linkText(own, plant, { group: 'ou=branch, dc=example' });
      await openLink(context, partsOf(group));
      assert.deepEqual(opened, [
        ['job', 1, 'Backup'],
        ['group', 5, 'Branch'],
      ]);
      assert.deepEqual([memoryServer.writes, user.of('error')], [[], []]);
    }));

  it('names a group by its DN, or else by its name, and opens none of several that it may mean', () =>
    withMemoryServer(async ({ memoryServer, context, session, opened, user }) => {
      memoryServer.groups.set(5, { name: 'Branch', dn: 'OU=Branch,DC=example', server_set: [] });
      memoryServer.groups.set(6, { name: 'Lab', dn: ' ', server_set: [] });
      memoryServer.groups.set(7, { name: 'Hall', dn: 'OU=Hall,DC=example', server_set: [] });
      memoryServer.groups.set(8, { name: 'Hall', dn: 'OU=Hall,DC=other', server_set: [] });
      await session.groups.whole();
      const copied: string[] = [];
      const clipboard = { ...context.clipboard, writeText: async (text: string) => void copied.push(text) };
      const rows = session.groups.entries.map(({ key }) => ({
        kind: 'group',
        serverId: 'plant',
        groupKey: key,
      }));
      await copyLinks({ ...context, clipboard }, [rows[0], rows]);
      for (const link of copied[0]?.split('\n') ?? []) await openLink(context, partsOf(link));
      assert.deepEqual(opened, [
        ['group', 5, 'Branch'],
        ['group', 6, 'Lab'],
        ['group', 7, 'Hall'],
        ['group', 8, 'Hall'],
      ]);
      assert.deepEqual(user.of('error'), []);
      await openLink(context, partsOf(linkText(own, plant, { group: 'Hall' })));
      assert.deepEqual(user.of('error'), ['“Plant” has several groups “Hall”.']);
      assert.equal(opened.length, 4);
    }));

  it('opens nothing, reads nothing and adds nothing where the server is not known', () =>
    withMemoryServer(async ({ memoryServer, context, opened, user }) => {
      await openLink(context, partsOf(linkText(own, 'https://other.example', { job: 1 })));
      await openLink(context, ['/open', 'server=0123456789abcdef&url=https://evil.example&job=1']);
      assert.deepEqual([opened, memoryServer.reads, memoryServer.writes], [[], [], []]);
      assert.match(user.of('error')[0] ?? '', /you have no server with the address/);
      assert.match(user.of('error')[1] ?? '', /is not one to a job or a group/);
    }));

  it('says that an object is gone', () =>
    withMemoryServer(async ({ context, opened, user }) => {
      await openLink(context, partsOf(linkText(own, plant, { job: 99 })));
      await openLink(context, partsOf(linkText(own, plant, { group: 'Gone' })));
      assert.deepEqual(opened, []);
      assert.equal(user.of('error').length, 2);
      assert.equal(user.of('error')[1], '“Plant” has no group “Gone”.');
    }));
});
