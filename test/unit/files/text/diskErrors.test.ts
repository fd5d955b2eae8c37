import assert from 'node:assert/strict';
import { accessText, codeOf, writeText } from '../../../../src/files/text/diskErrors.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';

const failure = (code: unknown) => Object.assign(new Error('failed'), { code });
const paths: Readonly<Record<string, string>> = {
  ENOTDIR: 'Part of this path is a file, not a folder.',
  ELOOP: 'The symbolic links in this path form a loop.',
  ENAMETOOLONG: 'This path is too long.',
};

describe('a disk error', () => {
  it('explains why something cannot be read', () => {
    const denied = 'No permission to read this.';
    const texts = { ...paths, EACCES: denied, EPERM: denied, EIO: 'This cannot be read: EIO' };
    for (const [code, text] of Object.entries(texts))
      assert.equal(accessText(failure(code), englishLocalizer), text);
    assert.equal(accessText(new Error('odd'), englishLocalizer), 'This cannot be read: Error: odd');
  });

  it('explains why something cannot be written', () => {
    const denied = 'No permission to write this.';
    const full = 'No space is left on the disk.';
    const texts = {
      ...paths,
      EEXIST: 'A file with this name already exists.',
      EACCES: denied,
      EPERM: denied,
      ENOENT: 'The folder does not exist and cannot be created.',
      ENOSPC: full,
      EDQUOT: full,
      EROFS: 'The file system is read-only.',
      EIO: 'This cannot be written: EIO',
    };
    for (const [code, text] of Object.entries(texts))
      assert.equal(writeText(failure(code), englishLocalizer), text);
    assert.equal(writeText('odd', englishLocalizer), 'This cannot be written: odd');
  });

  it('contains Node’s code, if any', () => {
    const codes = [failure('EIO'), failure(5), new Error('odd'), { code: 'EIO' }, undefined].map(codeOf);
    assert.deepEqual(codes, ['EIO', undefined, undefined, undefined, undefined]);
  });
});
