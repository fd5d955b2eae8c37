import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withParts } from '../../support/vscode/withParts.ts';

const { documentEvents, JsonFile, user, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { ConfigValue, userSetting } = await import('../../../src/workbench/platform/configValue.ts');
const { entriesReader } = await import('../../../src/workbench/platform/profileSettings.ts');

const setKnown = (value: unknown) => user.settings.values.set('deviceAutomation.servers', value);

describe('a setting of the user', () => {
  afterEach(() => {
    user.settings = new JsonFile();
  });

  it('is read when it is needed, and again only after it has changed', () => {
    let reads = 0;
    let changes = 0;
    const value = new ConfigValue('polling', () => {
      reads += 1;
      return reads;
    });
    value.onDidChange(() => {
      changes += 1;
    });
    const change = (section: string) =>
      documentEvents.configured.fire({ affectsConfiguration: name => name === section });
    assert.equal(reads, 0);
    assert.deepEqual([value.value, value.value], [1, 1]);
    change('deviceAutomation.servers');
    assert.deepEqual([value.value, changes], [1, 0]);
    change('deviceAutomation.polling');
    assert.deepEqual([value.value, changes], [2, 1]);
    value.dispose();
    change('deviceAutomation.polling');
    assert.equal(value.value, 2);
  });

  it('gets one change after the other, each based on the one before', async () => {
    setKnown([]);
    const value = new ConfigValue('servers', () => userSetting('servers'));
    const add = (name: string) =>
      value.change(before => (Array.isArray(before) ? [...before, name] : assert.fail('it is a list')));
    await Promise.all([add('one'), add('two')]);
    assert.deepEqual(value.value, ['one', 'two']);
    value.dispose();
  });

  it('is changed on the basis of what another window has written, which VS Code reads after any write', async () => {
    setKnown(['old']);
    const get = (name: string) => user.settings.values.get(`deviceAutomation.${name}`);
    const update = async (name: string, value: unknown) => {
      if (value === undefined) setKnown(['old', 'of another window']);
      else user.settings.values.set(`deviceAutomation.${name}`, value);
    };
    const getConfiguration = () => ({ get, update, inspect: () => ({}) });
    await withParts(workspace, { getConfiguration }, async () => {
      const value = new ConfigValue('servers', () => userSetting('servers'));
      await value.change(before => (Array.isArray(before) ? [...before, 'mine'] : assert.fail('a list')));
      assert.deepEqual(value.value, ['old', 'of another window', 'mine']);
      value.dispose();
    });
    assert.deepEqual([...user.settings.values.keys()], ['deviceAutomation.servers']);
  });
});

describe('the entries of a setting', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-settings-'));
    await mkdir(join(folder, 'profiles', 'work'), { recursive: true });
    await mkdir(join(folder, 'profiles', 'without-settings'));
    user.settings = new JsonFile();
  });
  afterEach(async () => {
    user.settings = new JsonFile();
    await rm(folder, { recursive: true });
  });
  const writeSettings = (text: string, ...path: string[]) =>
    writeFile(join(folder, ...path, 'settings.json'), text);

  it('are those of all profiles, because their tokens are in one place', async () => {
    setKnown(['known']);
    await writeSettings('// mine\n{"deviceAutomation.servers": ["default"],}');
    await writeSettings('{"deviceAutomation.servers": ["work"]}', 'profiles', 'work');
    assert.deepEqual(await entriesReader('servers', folder)(), ['known', 'default', 'work']);
    setKnown(undefined);
    await writeSettings('{}');
    assert.deepEqual(await entriesReader('servers', folder)(), ['work']);
  });

  it('are unknown if any cannot be read', async () => {
    const entries = entriesReader('servers', folder);
    assert.equal(await entries(), undefined, 'the files are on another computer');
    const broken = [
      '',
      '{"deviceAutomation.servers": ["saved"',
      '[]',
      '{"deviceAutomation.servers": "none"}',
    ];
    for (const path of [[], ['profiles', 'work']]) {
      await writeSettings('{}');
      for (const text of broken) {
        await writeSettings(text, ...path);
        assert.equal(await entries(), undefined, text);
      }
    }
    await writeSettings('{}');
    await writeSettings('{}', 'profiles', 'work');
    assert.deepEqual(await entries(), []);
    setKnown('none');
    assert.equal(await entries(), undefined);
  });
});
