import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppOptions, type RunningApp, withApp } from '../../../app/support/appInNode.ts';
import type { DemoServerOptions } from '../../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../../demo/server.ts';
import { scriptToken } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { user } from '../../../support/vscode/vscodeFake.ts';

interface Site extends RunningApp {
  readonly folder: string;
  readonly server: DemoServer;
  readonly other: DemoServer;
  readonly create: (kind: 'job' | 'group', body: object, server?: DemoServer) => Promise<number>;
  readonly groupId: (name: string) => number;
  readonly run: (
    id: 'export' | 'plan' | 'apply' | 'copyToServer',
    ...args: readonly unknown[]
  ) => Promise<void>;
}

const still = { pace: 'still', token: scriptToken } as const;

/** Two servers, the first of which has jobs, and a folder for its files. */
async function withSite(
  options: DemoServerOptions &
    Partial<Pick<AppOptions, 'answer' | 'accepts' | 'input' | 'pick'>> & {
      readonly guards?: object;
      /** Whether the second server is missing from the settings. */
      readonly isAlone?: boolean;
      readonly labels?: object;
    },
  use: (site: Site) => Promise<void>,
): Promise<void> {
  const { answer, accepts = () => true, input = () => undefined, pick, ...rest } = options;
  const { guards = {}, isAlone = false, labels = {}, ...demo } = rest;
  const folder = mkdtempSync(join(tmpdir(), 'da-files-'));
  const server = await startDemoServer({ ...still, jobs: 12, groups: 3, devices: 20, ...demo });
  const other = await startDemoServer({ ...still, groups: 3, devices: 20, ...demo, jobs: 0 });
  const servers = [
    { id: 'plant', name: 'Plant', url: server.url, ...guards },
    ...(isAlone ? [] : [{ id: 'office', name: 'Office', url: other.url }]),
  ];
  const responses = { accepts, input, ...(answer && { answer }), ...(pick && { pick }) };
  try {
    const prepare = async () => void user.settings.values.set('deviceAutomation.labels', labels);
    await withApp({ servers, ...responses, prepare }, running => {
      const run: Site['run'] = (id, ...args) =>
        running.app.runCommand(`deviceAutomation.files.${id}`, args.length === 0 ? [{ folder }] : args);
      const create: Site['create'] = async (kind, body, at = server) => {
        const path = kind === 'job' ? '/automation/api/job/' : '/account/api/group/';
        const headers = { Authorization: `Token ${scriptToken}`, 'Content-Type': 'application/json' };
        const response = await fetch(at.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        assert.equal(response.status, 201);
        return at.world[kind === 'job' ? 'jobs' : 'groups'].all().at(-1)?.id ?? 0;
      };
      const groupId = (name: string) => server.world.groups.all().find(group => group.name === name)?.id ?? 0;
      return use({ ...running, folder, server, other, create, groupId, run });
    });
  } finally {
    await Promise.all([server.close(), other.close()]);
    rmSync(folder, { recursive: true });
  }
}

function jobFiles({ folder }: Site): string[] {
  return readdirSync(join(folder, 'jobs')).map(name => join(folder, 'jobs', name));
}

function edit(path: string, fields: object): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...fields }, undefined, 2));
}

const lastMessage = ({ messages }: Site) => messages.at(-1)?.message ?? '';
const apply = ({ actions }: { readonly actions: readonly string[] }) =>
  actions.includes('Apply') ? 'Apply' : undefined;

describeForManners('jobs and groups as files in the workspace', manner => {
  it('are exported, edited, planned and applied, and applied only once', () =>
    withSite({ manner, answer: apply }, async site => {
      await site.run('export');
      assert.equal(lastMessage(site), 'Wrote 16 files.');
      await site.run('plan');
      assert.equal(lastMessage(site), 'The files match “Plant”.');
      for (const path of jobFiles(site).slice(0, 5)) edit(path, { policies: [42] });
      await site.run('plan');
      assert.equal(lastMessage(site), '5 files differ from “Plant”.');
      await site.run('apply');
      assert.equal(lastMessage(site), '5 done.');
      assert.equal(site.server.world.jobs.all().filter(({ policies }) => policies.join() === '42').length, 5);
      await site.run('apply');
      assert.equal(lastMessage(site), 'Nothing to apply: the files match “Plant”.');
    }));

  it('require the name of a production server, and never reach a read-only one', async () => {
    const titles: string[] = [];
    const input = (title: string) => {
      titles.push(title);
      return undefined;
    };
    await withSite({ manner, answer: apply, input, guards: { production: true } }, async site => {
      await site.run('export');
      edit(jobFiles(site)[0] ?? '', { policies: [42] });
      await site.run('apply');
      assert.deepEqual(titles, ['Apply on the Production Server “Plant”']);
      assert.ok(site.server.world.jobs.all().every(({ policies }) => policies.join() !== '42'));
    });
    await withSite({ manner, answer: apply, guards: { readOnly: true } }, async site => {
      await site.run('export');
      edit(jobFiles(site)[0] ?? '', { policies: [42] });
      await site.run('apply');
      assert.equal(lastMessage(site), '“Plant” is read-only.');
    });
  });

  it('are not applied while one of them cannot be read', () =>
    withSite({ manner, answer: apply }, async site => {
      await site.run('export');
      const [first = '', second = ''] = jobFiles(site);
      edit(first, { policies: [42] });
      writeFileSync(second, '{\n  "name": 12\n}\n');
      await site.run('apply');
      assert.match(
        lastMessage(site),
        /^Nothing was applied, because not all files could be read\. jobs\/.*:2: Expected text\.$/,
      );
    }));

  it('of another server are not overwritten by an export', () =>
    withSite({ manner, jobs: 2 }, async site => {
      await site.run('export');
      await site.app.runCommand('deviceAutomation.server.switch', [{ server: 'office' }]);
      await site.run('export');
      assert.match(
        lastMessage(site),
        /^Nothing was exported: the folder belongs to “Plant”, not to “Office”\./,
      );
    }));

  it('are copied to another server with other group IDs, and only once', () => {
    const baseline = { policies: { '1': 'Baseline' } };
    const labels = { plant: baseline, office: baseline };
    return withSite({ manner, jobs: 0, groups: 0, answer: apply, labels }, async site => {
      for (const name of ['Spare', 'Office']) await site.create('group', { name });
      await site.create('group', { name: 'Office' }, site.other);
      const id = await site.create('job', {
        name: 'Update',
        policies: [1],
        groups: [site.groupId('Office')],
      });
      const row = { kind: 'job', serverId: 'plant', jobId: id };
      await site.run('copyToServer', row);
      assert.equal(lastMessage(site), '1 done.');
      const [copied] = site.other.world.jobs.all();
      const [group] = site.other.world.groups.all().filter(({ name }) => name === 'Office');
      assert.deepEqual([copied?.name, copied?.groups], ['Update', [group?.id]]);
      await site.run('copyToServer', row);
      assert.equal(lastMessage(site), 'Nothing to copy: “Office” is already up to date.');
    });
  });

  it('of a server that is not configured are compared with another only after it is chosen', () => {
    const asked: string[] = [];
    const pick = (title: string) => void asked.push(title);
    return withSite({ manner, jobs: 2, isAlone: true, pick }, async site => {
      await site.run('export');
      edit(join(site.folder, 'device-automation.json'), { server: 'Gone', fingerprint: '0'.repeat(16) });
      const before = site.messages.length;
      await site.run('plan');
      await site.run('apply');
      assert.deepEqual(
        asked,
        Array(2).fill('The server of the files, “Gone”, is not configured: choose one'),
      );
      assert.equal(site.messages.length, before);
    });
  });
});
