import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../support/vscode/vscodeInNode.ts';

const { documentEvents, JsonFile, user } = await import('../../support/vscode/vscodeFake.ts');
const { ConfigValue, entriesReader, userSetting } = await import(
  '../../../src/workbench/platform/configValue.ts'
);

const setKnown = (value: unknown) => user.settings.values.set('deviceAutomation.servers', value);

function useSettingsFile() {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-settings-'));
    user.settings = new JsonFile();
  });
  afterEach(async () => {
    user.settings = new JsonFile();
    await rm(folder, { recursive: true });
  });
  return (name = 'settings.json') => join(folder, name);
}

describe('a setting of the user', () => {
  const file = useSettingsFile();

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

  it('is changed on the basis of the file, which VS Code may not have loaded yet', async () => {
    const value = new ConfigValue('servers', () => userSetting('servers'));
    const changed = async (settingsFile?: string) => {
      setKnown(['old']);
      let before: unknown;
      await value.change(found => {
        before = found;
        return found;
      }, settingsFile);
      return before;
    };
    await writeFile(file(), '// mine\n{"deviceAutomation.servers": ["new"],}');
    assert.deepEqual(await changed(file()), ['new']);
    assert.deepEqual(await changed(), ['old'], 'the file is on another computer');
    for (const text of ['{}', '{"deviceAutomation.servers": ["new"', '[]']) {
      await writeFile(file(), text);
      assert.deepEqual(await changed(file()), ['old'], text);
    }
    value.dispose();
  });
});

describe('the entries of a setting', () => {
  const file = useSettingsFile();

  it('are unknown if one of the two cannot be read', async () => {
    const entries = entriesReader('servers', file());
    for (const text of [
      '',
      '{"deviceAutomation.servers": ["saved"',
      '[]',
      '{"deviceAutomation.servers": "none"}',
    ]) {
      await writeFile(file(), text);
      assert.equal(await entries(), undefined, text);
    }
    await writeFile(file(), '{}');
    setKnown('none');
    assert.equal(await entries(), undefined);
  });

  it('are those of VS Code if the file is on another computer, and are only empty after there were some', async () => {
    for (const settingsFile of [undefined, file('missing.json')]) {
      const entries = entriesReader('servers', settingsFile);
      user.settings.values.clear();
      assert.equal(await entries(), undefined, 'VS Code may have none for a while');
      setKnown(['known']);
      assert.deepEqual(await entries(), ['known']);
      user.settings.values.clear();
      assert.deepEqual(await entries(), []);
    }
  });
});
