import assert from 'node:assert/strict';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../support/vscode/vscodeInNode.ts';

const { JsonFile, person } = await import('../../support/vscode/vscodeFake.ts');
const { entriesReader, sharedSettingParts } = await import('../../../src/platform/sharedUserSetting.ts');

const onFailure = () => assert.fail('nothing fails');
const known = (value: unknown) => person.settings.values.set('deviceAutomation.servers', value);

describe('a setting that several windows write', () => {
  let folder = '';
  let settingsFile = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-settings-'));
    settingsFile = join(folder, 'settings.json');
    person.settings = new JsonFile();
  });
  afterEach(async () => {
    person.settings = new JsonFile();
    await rm(folder, { recursive: true });
  });
  const read = (file: string | undefined = settingsFile) =>
    sharedSettingParts('servers', { ...(file === '' ? {} : { settingsFile: file }), onFailure }).read();

  it('has the value in the file, which VS Code may not have loaded yet', async () => {
    known(['old']);
    await writeFile(settingsFile, '// mine\n{"deviceAutomation.servers": ["new"],}');
    assert.deepEqual(await read(), ['new']);
  });

  it('has VS Code’s value if the file lacks it, cannot be read, or is on another computer', async () => {
    known(['old']);
    assert.deepEqual([await read(), await read('')], [['old'], ['old']]);
    for (const text of ['{}', '{"deviceAutomation.servers": ["new"', '[]']) {
      await writeFile(settingsFile, text);
      assert.deepEqual(await read(), ['old'], text);
    }
  });
});

describe('a write of a setting', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-settings-'));
    person.settings = new JsonFile(join(folder, 'settings.json'));
  });
  afterEach(async () => {
    person.settings = new JsonFile();
    await rm(folder, { recursive: true });
  });

  it('changes the user settings', async () => {
    await sharedSettingParts('servers', { onFailure }).write(['new']);
    assert.deepEqual(person.settings.values.get('deviceAutomation.servers'), ['new']);
  });

  it('waits while another window on this computer writes', async () => {
    const lockFolder = join(folder, 'lock');
    const windows = ['first', 'second'].map(name => ({
      name,
      parts: sharedSettingParts('servers', { lockFolder, onFailure }),
    }));
    const order: string[] = [];
    const result = await Promise.all(
      windows.map(({ name, parts }) =>
        parts.exclusively(async () => {
          order.push('starts');
          await access(lockFolder);
          order.push('ends');
          return name;
        }),
      ),
    );
    assert.deepEqual(result, ['first', 'second']);
    assert.deepEqual(order, ['starts', 'ends', 'starts', 'ends']);
    await assert.rejects(access(lockFolder), { code: 'ENOENT' });
  });

  it('runs at once, and only once, if windows share no folder', async () => {
    let count = 0;
    const written = sharedSettingParts('servers', { onFailure }).exclusively(async () => {
      count += 1;
      return 'written';
    });
    assert.equal(await written, 'written');
    assert.equal(count, 1);
  });
});

describe('the entries of a setting', () => {
  let folder = '';
  let settingsFile = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-settings-'));
    settingsFile = join(folder, 'settings.json');
    person.settings = new JsonFile();
  });
  afterEach(async () => {
    person.settings = new JsonFile();
    await rm(folder, { recursive: true });
  });

  it('are those of the file and those of VS Code', async () => {
    const entries = entriesReader('servers', { settingsFile, onFailure });
    await writeFile(settingsFile, '// mine\n{"deviceAutomation.servers": ["saved",],}');
    assert.deepEqual(await entries(), ['saved']);
    known(['known']);
    assert.deepEqual(await entries(), ['saved', 'known']);
    await writeFile(settingsFile, '{}');
    assert.deepEqual(await entries(), ['known']);
  });

  it('are unknown if one of the two cannot be read', async () => {
    const entries = entriesReader('servers', { settingsFile, onFailure });
    for (const text of [
      '',
      '{"deviceAutomation.servers": ["saved"',
      '[]',
      '{"deviceAutomation.servers": "none"}',
    ]) {
      await writeFile(settingsFile, text);
      assert.equal(await entries(), undefined, text);
    }
    await writeFile(settingsFile, '{}');
    known('none');
    assert.equal(await entries(), undefined);
  });

  it('are those of VS Code if the file is on another computer, and are only empty after there were some', async () => {
    for (const file of [undefined, join(folder, 'missing.json')]) {
      const entries = entriesReader('servers', {
        ...(file === undefined ? {} : { settingsFile: file }),
        onFailure,
      });
      person.settings.values.clear();
      assert.equal(await entries(), undefined, 'VS Code may have none for a while');
      known(['known']);
      assert.deepEqual(await entries(), ['known']);
      person.settings.values.clear();
      assert.deepEqual(await entries(), []);
    }
  });
});
