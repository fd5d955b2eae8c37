import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { JournalError, OpenRun } from '../../src/store/runs/openRun.ts';
import { RunJournal } from '../../src/store/runs/runJournal.ts';
import type { RunPlan } from '../../src/store/runs/runRecord.ts';
import { type BulkRun, runEach } from '../../src/workbench/commands/runs/bulk.ts';
import { runReport } from '../../src/workbench/commands/runs/runReport.ts';
import { memoryNotices } from '../../src/workbench/notices/memoryNotices.ts';
import { type Dialogs, vscodeDialogs } from '../../src/workbench/platform/dialogs.ts';
import { settings, settingsSection } from '../../src/workbench/platform/ids.ts';
import { Memory, type Unread } from '../../src/workbench/platform/memory.ts';
import { withPickers } from '../../src/workbench/platform/pickers.ts';
import { Labels } from '../../src/workbench/servers/labels.ts';
import { ServerRegistry } from '../../src/workbench/servers/servers.ts';
import { TokenStore } from '../../src/workbench/servers/tokens.ts';
import { createManualClock } from '../support/manualClock.ts';
import { FakeMemento } from '../support/vscode/fakeMemento.ts';

const server = { id: 'office', name: 'Office', url: 'https://office.example/prefix' };
const key = 'token:office:https://office.example';

const refuse = (what: unknown) => assert.fail(String(what));

function memoryOf(memento = new FakeMemento()): Memory {
  return new Memory(memento, ({ key }) => refuse(key), refuse);
}

/** Secret storage shared by several windows, which can fail as it does without a keyring. */
class Secrets {
  readonly texts = new Map<string, string>();
  readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event;
  isBroken = false;

  async keys(): Promise<string[]> {
    return [...this.texts.keys()];
  }
  async get(name: string): Promise<string | undefined> {
    this.#check();
    return this.texts.get(name);
  }
  async store(name: string, text: string): Promise<void> {
    this.#check();
    this.texts.set(name, text);
    this.changed.fire({ key: name });
  }
  async delete(name: string): Promise<void> {
    this.#check();
    this.texts.delete(name);
    this.changed.fire({ key: name });
  }
  #check(): void {
    if (this.isBroken) throw new Error('no keyring');
  }
}

describe('tokens', () => {
  function openStore(secrets: Secrets) {
    const [unread, troubles, changes]: [Unread[], string[], string[]] = [[], [], []];
    const tokens = new TokenStore(
      secrets,
      found => unread.push(found),
      (_error, { name }, act) => troubles.push(`${act} ${name}`),
    );
    tokens.onDidChange(({ serverId }) => changes.push(serverId));
    return { tokens, unread, troubles, changes };
  }

  it('last until the window closes if VS Code cannot store secrets, which is reported', async () => {
    const secrets = new Secrets();
    secrets.isBroken = true;
    const { tokens, troubles } = openStore(secrets);
    await tokens.set(server, 'secret-token');
    assert.equal(await tokens.get(server), 'secret-token');
    assert.deepEqual([troubles, secrets.texts.size], [['set Office'], 0]);
    assert.equal(await openStore(secrets).tokens.get(server), undefined);
    await tokens.delete(server);
    assert.equal(await tokens.get(server), undefined);
  });

  it('are read again, once per server, when another window replaces or removes a token', async () => {
    const secrets = new Secrets();
    const [here, there] = [openStore(secrets), openStore(secrets)];
    const nextChange = () => new Promise<void>(resolve => here.tokens.onDidChange(() => resolve()));
    await there.tokens.set(server, 'first-token');
    assert.equal(await here.tokens.get(server), 'first-token');
    here.changes.length = 0;
    const replaced = nextChange();
    await there.tokens.set(server, 'second-token');
    await replaced;
    assert.equal(await here.tokens.get(server), 'second-token');
    await there.tokens.set({ ...server, id: 'other' }, 'of-another');
    const forgotten = nextChange();
    await there.tokens.delete(server);
    await forgotten;
    assert.equal(await here.tokens.get(server), undefined);
    assert.deepEqual(
      here.changes.filter(id => id === 'office'),
      ['office', 'office'],
    );
  });

  it('are read if stored without a version, left unchanged if stored by a newer version, and set aside if invalid', async () => {
    const secrets = new Secrets();
    secrets.texts.set(key, JSON.stringify({ origin: 'https://office.example', token: 'old-token' }));
    assert.equal(await openStore(secrets).tokens.get(server), 'old-token');
    const newer = JSON.stringify({ $version: 9, value: 'x' });
    secrets.texts.set(key, newer);
    const { tokens, unread } = openStore(secrets);
    assert.equal(await tokens.get(server), undefined);
    await tokens.set(server, 'of-this-window');
    assert.deepEqual([await tokens.get(server), secrets.texts.get(key)], ['of-this-window', newer]);
    assert.ok(unread.every(({ kind }) => kind === 'newer'));
    secrets.texts.set(key, '{"origin":');
    const broken = openStore(secrets);
    assert.equal(await broken.tokens.get(server), undefined);
    assert.deepEqual([...secrets.texts], [[`setAside ${key}`, '{"origin":']]);
    assert.equal(broken.unread.length, 1);
  });
});

describe('settings that two windows write', () => {
  const configuration = () => vscode.workspace.getConfiguration(settingsSection);
  const global = (name: string) => configuration().inspect<unknown>(name)?.globalValue;
  const clear = async () => {
    for (const name of [settings.servers, settings.connections, settings.labels])
      await configuration().update(name, undefined, vscode.ConfigurationTarget.Global);
  };
  before(clear);
  after(clear);

  it('keep what both add, and invalid entries', async () => {
    const unusable = { id: 'broken', note: 'written by hand' };
    await configuration().update(settings.servers, [unusable], vscode.ConfigurationTarget.Global);
    const windows = [1, 2].map(() => new ServerRegistry(memoryOf(), memoryOf()));
    const names = ['a', 'b', 'c', 'd'];
    for (const [index, id] of names.entries())
      await windows[index % 2]?.add({ id, name: id, url: `https://${id}.example`, caFile: `/${id}.pem` });
    for (const window of windows) {
      assert.deepEqual(window.servers.map(({ id }) => id).sort(), names);
      assert.deepEqual(
        window.unusable.map(({ place }) => place),
        [1],
      );
      window.dispose();
    }
    const written = global(settings.servers);
    assert.ok(Array.isArray(written));
    assert.deepEqual(written[0], unusable);
    const connections = Object.fromEntries(names.map(id => [id, { caFile: `/${id}.pem` }]));
    assert.deepEqual(global(settings.connections), connections);
  });

  it('keep the labels that both add', async () => {
    const windows = [1, 2].map(() => new Labels(memoryOf()));
    for (const [index, labels] of windows.entries())
      await labels.set('a', 'policies', index, `Policy ${index}`);
    for (const window of windows) window.dispose();
    assert.deepEqual(global(settings.labels), { a: { policies: { '0': 'Policy 0', '1': 'Policy 1' } } });
  });

  it('are set aside if they are not a list, before a server is added', async () => {
    const memento = new FakeMemento();
    const unread: Unread[] = [];
    const memory = new Memory(memento, found => unread.push(found), refuse);
    await configuration().update(settings.servers, { mine: 'text' }, vscode.ConfigurationTarget.Global);
    const registry = new ServerRegistry(memoryOf(), memory);
    await registry.add(server);
    registry.dispose();
    assert.deepEqual(global(settings.servers), [server]);
    assert.deepEqual(
      memory.aside().map(({ value }) => value),
      [{ mine: 'text' }],
    );
    assert.equal(unread.length, 1);
  });
});

describe('memory that cannot be read', () => {
  it('is reported in one notification, which can show what was set aside', async () => {
    const clock = createManualClock(0);
    const said: string[][] = [];
    const shown: string[] = [];
    const warn = async (...words: string[]) => {
      said.push(words);
      return words[1];
    };
    const notices = memoryNotices({
      dialogs: { ...vscodeDialogs, warn },
      log: { error: () => undefined, show: () => undefined },
      clock,
      aside: () => [{ key: 'watched:a', time: 'now', value: 'broken' }],
      reports: { show: async ({ read }) => void shown.push((await read())?.text ?? '') },
    });
    const unread = (kind: Unread['kind'], name: string): Unread => ({ kind, key: name, meaning: () => name });
    for (const name of ['One.', 'Two.']) notices.note(unread('broken', name));
    notices.note(unread('newer', 'Three.'));
    clock.advance(1_000);
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(said.length, 1);
    assert.match(said[0]?.[0] ?? '', /One\. Two\..*Three\./);
    assert.match(shown.join(''), /"watched:a"/);
  });
});

describe('a run on many objects', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-bulk-'));
  });
  after(() => rm(folder, { recursive: true }));

  const bulk = (run: BulkRun<number>['run']): BulkRun<number> => ({
    act: 'disableJobs',
    items: Array.from({ length: 500 }, (_, index) => index),
    itemOf: id => ({ name: `Job ${id}`, id }),
    run,
  });
  const partsThat = (progress: Dialogs['progress']): Parameters<typeof runEach>[0] => ({
    journal: new RunJournal({ folder, onFailure: refuse }),
    dialogs: { ...withPickers(vscodeDialogs), progress },
    notices: { text: String },
  });

  it('reports exactly what was done and what was not sent if it is canceled at 200 of 500', async () => {
    const cancel = new AbortController();
    const parts = partsThat((_title, task) => task(() => undefined, cancel.signal));
    const sent: number[] = [];
    const { done, failed, skipped, record } = await runEach(
      parts,
      { server },
      bulk(async (id, sending) => {
        await sending();
        sent.push(id);
        if (sent.length === 200) cancel.abort();
      }),
    );
    assert.deepEqual(
      [...done].sort((a, b) => a - b),
      sent.sort((a, b) => a - b),
    );
    assert.ok(done.length >= 200 && done.length <= 203, 'what was on its way is waited for');
    assert.deepEqual([failed.length, skipped.length], [0, 500 - done.length]);
    assert.deepEqual(
      record.items.filter(({ is }) => is === 'done').map(({ id }) => id),
      sent,
    );
    const report = (await runReport(record, []).read())?.text ?? '';
    assert.match(report, new RegExp(`^${done.length} done\\. ${skipped.length} not sent\\.$`, 'm'));
    for (let id = 0; id < 500; id++) assert.ok(report.includes(`  Job ${id} (#${id})\n`), String(id));
    assert.deepEqual(
      (await readdir(folder)).filter(name => !name.includes('.ended.')),
      [],
      'no run is unfinished',
    );
  });

  it('sends nothing that could not be recorded first', async () => {
    const file = await open(join(folder, 'full'), 'ax');
    const begin = async (plan: RunPlan) =>
      new OpenRun(
        {
          handle: file,
          path: join(folder, 'full'),
          leftPath: join(folder, 'left'),
          endedPath: join(folder, 'ended'),
          onFailure: () => undefined,
          onEnd: () => undefined,
        },
        { version: 2, time: '2026-03-04T12:00:00Z', ...plan },
      );
    const progress: Dialogs['progress'] = (_title, task) =>
      task(() => undefined, new AbortController().signal);
    let writes = 0;
    const { done, failed, skipped } = await runEach(
      { journal: { begin }, dialogs: { ...withPickers(vscodeDialogs), progress }, notices: { text: String } },
      { server },
      bulk(async (id, sending) => {
        if (id === 20) await file.close();
        await sending();
        writes += 1;
      }),
    );
    assert.ok(writes < 30, String(writes));
    assert.equal(done.length, writes);
    assert.ok(failed.every(({ error }) => error instanceof JournalError));
    assert.equal(done.length + failed.length + skipped.length, 500);
  });
});
