import assert from 'node:assert/strict';
import { ExplainedError } from '../../../src/base/explainedError.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { withParts } from '../../support/vscode/withParts.ts';

const { FileSystemError, Uri, user, window } = await import('../../support/vscode/vscodeFake.ts');
const { MemoryFiles } = await import('../../support/vscode/memoryFiles.ts');
const { saveFile } = await import('../../../src/workbench/platform/saveFile.ts');

describe('a file that is saved where the user chooses', () => {
  const [readOnly, remote] = ['readonly', 'remote'].map(scheme =>
    Uri.from({ scheme, authority: 'host', path: '/repo' }),
  );
  const provider = new MemoryFiles();
  before(() => {
    assert.ok(readOnly !== undefined && remote !== undefined);
    user.fileSystems.set(readOnly.scheme, Object.assign(new MemoryFiles(), { isReadonly: true }));
    user.fileSystems.set(remote.scheme, provider);
    provider.putFolder(remote.path);
    user.folders.push({ uri: readOnly }, { uri: remote });
  });
  after(() => {
    user.fileSystems.clear();
    user.folders.length = 0;
  });

  const save = (): Promise<string | undefined> => saveFile('Runs', 'csv', 'text');
  const withDialog = (use: () => Promise<void>) =>
    withParts(window, { showSaveDialog: async ({ defaultUri }: { defaultUri: object }) => defaultUri }, use);

  it('is proposed in the first workspace folder that can be written', () =>
    withDialog(async () => {
      assert.equal(await save(), 'Runs.csv');
      assert.equal(provider.text('/repo/Runs.csv'), 'text');
    }));

  it('says in a sentence why it was not saved', () =>
    withDialog(async () => {
      const texts = [];
      for (const error of [FileSystemError.NoPermissions(), FileSystemError.Unavailable('no connection')]) {
        provider.failure = () => {
          throw error;
        };
        const failed: unknown = await save().catch((reason: unknown) => reason);
        texts.push(failed instanceof ExplainedError ? failed.explain(englishLocalizer) : failed);
      }
      assert.deepEqual(texts, [
        'Could not save “Runs.csv”: No permission to write this.',
        'Could not save “Runs.csv”: The file system is not available now.',
      ]);
    }));
});
