import assert from 'node:assert/strict';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { FilesError } from '../../../src/contrib/files/common/filesError.ts';
import {
  filesIn,
  linkIn,
  readListedText,
  readText,
} from '../../../src/contrib/files/common/folderReading.ts';
import { rejectionOf } from '../../support/http/clients.ts';
import '../../support/vscode/vscodeInNode.ts';

const { describeForFolders, withProvidedFolder } = await import('./support/testFolders.ts');
const { FileSystemError } = await import('../../support/vscode/vscodeFake.ts');

const endings = ['.job.jsonc', '.job.json'];

const bad = (path: string, text: string, severity = 'error') => ({
  path,
  line: 1,
  column: 1,
  length: 0,
  severity,
  text,
});

describeForFolders('a folder of files', withFolder => {
  it('warns about other files that look like jobs, and about folders, by name, but not about hidden ones', () =>
    withFolder(async ({ files, put, putFolder }) => {
      for (const name of ['jobs', 'jobs/x', 'jobs/B', 'jobs/.git']) putFolder(name);
      for (const name of ['c.json', 'A.JSONC', 'g.job.yaml', '.d.json', 'e.jsonx', 'f.json.txt'])
        put(`jobs/${name}`);
      const file = 'This file is skipped, because its name does not end in .job.jsonc or .job.json.';
      const other = 'This folder is skipped: only files directly in “jobs” are read.';
      assert.deepEqual(await filesIn(files, 'jobs', endings, localizer), {
        paths: [],
        problems: [],
        leftOut: [
          bad('jobs/A.JSONC', file, 'warning'),
          bad('jobs/B', other, 'warning'),
          bad('jobs/c.json', file, 'warning'),
          bad('jobs/g.job.yaml', file, 'warning'),
          bad('jobs/x', other, 'warning'),
        ],
      });
    }));

  it('is empty when it does not exist', () =>
    withFolder(async ({ files }) => {
      assert.deepEqual(await filesIn(files, 'jobs', endings, localizer), {
        paths: [],
        problems: [],
        leftOut: [],
      });
      assert.deepEqual(await readText(files, 'jobs/a.job.json', localizer), { kind: 'missing' });
      assert.deepEqual(await readListedText(files, 'a.job.json', localizer), {
        kind: 'bad',
        problem: bad('a.job.json', 'The file was deleted.'),
      });
    }));

  it('may contain texts of any length in UTF-8', () =>
    withFolder(async ({ files, put }) => {
      const texts = ['', 'é😀\ufffd', 'x'.repeat(64 * 1024 - 1), 'x'.repeat(64 * 1024), 'y'.repeat(200_000)];
      for (const text of texts) {
        put('a.json', text);
        assert.deepEqual(await readText(files, 'a.json', localizer), { kind: 'text', text });
      }
      put('a.json', Buffer.from([0x22, 0xe9, 0x22]));
      const problem = bad('a.json', 'The file is not UTF-8.');
      assert.deepEqual(await readText(files, 'a.json', localizer), { kind: 'bad', problem });
    }));

  it('may contain texts of 4 MiB at most', () =>
    withFolder(async ({ files, put }) => {
      const limit = 4 * 1024 * 1024;
      put('a.json', new Uint8Array(limit));
      const reading = await readText(files, 'a.json', localizer);
      assert.equal(reading.kind === 'text' ? reading.text.length : reading.kind, limit);
      put('a.json', new Uint8Array(limit + 1));
      const problem = bad('a.json', 'The file is larger than 4 MiB, so it is not read.');
      assert.deepEqual(await readText(files, 'a.json', localizer), { kind: 'bad', problem });
    }));

  it('has no file where a folder has its name', () =>
    withFolder(async ({ files, putFolder }) => {
      putFolder('jobs/a.job.json');
      const problem = bad('jobs/a.job.json', 'This is not a file.');
      assert.deepEqual(await readText(files, 'jobs/a.job.json', localizer), { kind: 'bad', problem });
      const { problems } = await filesIn(files, 'jobs', endings, localizer);
      assert.deepEqual(problems, [problem]);
    }));

  it('cannot be left by a symbolic link on the path to a file', () =>
    withFolder(async ({ files, putFolder, putLink }) => {
      putFolder('jobs/own');
      putLink('jobs/out');
      putLink('jobs/out.job.json');
      assert.equal(await linkIn(files, 'jobs/own/a.job.json'), undefined);
      assert.equal(await linkIn(files, 'jobs/out/jobs/a.job.json'), 'jobs/out');
      const text = 'This is a symbolic link; symbolic links are not followed.';
      const problem = bad('jobs/out', text);
      assert.deepEqual(await readText(files, 'jobs/out/a.json', localizer), { kind: 'bad', problem });
      const of = (path: string) => filesIn(files, path, endings, localizer);
      assert.deepEqual(await of('jobs/out'), { paths: [], problems: [problem], leftOut: [] });
      assert.deepEqual((await of('jobs')).problems, [bad('jobs/out.job.json', text)]);
    }));
});

describe('a folder that VS Code provides', () => {
  it('names the error of a file, and the folder if nothing can be read', () =>
    withProvidedFolder(async ({ files, put }, provider) => {
      put('jobs/a.job.json');
      const texts = [];
      const errors = [
        FileSystemError.NoPermissions(),
        Object.assign(new Error('permission denied'), { code: 'EACCES' }),
        new FileSystemError('Unknown', 'Quota exceeded'),
      ];
      for (const error of errors) {
        provider.failure = () => {
          throw error;
        };
        texts.push(await readListedText(files, 'jobs/a.job.json', localizer));
      }
      assert.deepEqual(texts, [
        { kind: 'bad', problem: bad('jobs/a.job.json', 'No permission to read this.') },
        { kind: 'bad', problem: bad('jobs/a.job.json', 'No permission to read this.') },
        { kind: 'bad', problem: bad('jobs/a.job.json', 'This cannot be read: Quota exceeded') },
      ]);
      provider.failure = () => {
        throw FileSystemError.Unavailable('no connection');
      };
      for (const reading of [
        readText(files, 'a.json', localizer),
        readListedText(files, 'a.json', localizer),
        filesIn(files, 'jobs', endings, localizer),
      ])
        assert.equal(
          (await rejectionOf(FilesError, reading)).explain(localizer),
          'Could not read “memfs:///repo/plant”: its file system is not available (no connection). Check the connection, then try again.',
        );
    }));
});
