import assert from 'node:assert/strict';
import { accessText } from '../../../../src/files/text/diskErrors.ts';
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
});
