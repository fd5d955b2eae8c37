import assert from 'node:assert/strict';
import { manifestName } from '../../../src/contrib/files/common/exportedFolder.ts';
import { fileEndings } from '../../../src/contrib/files/common/fileSet.ts';
import part from '../../../src/contrib/files/package.part.json' with { type: 'json' };

describe('the JSON schemas of files in package.json', () => {
  it('are for the names that exports give', () => {
    const names = [`*${fileEndings.job[0]}`, `*${fileEndings.group[0]}`, manifestName];
    assert.deepEqual(
      part.contributes.jsonValidation.map(({ fileMatch }) => fileMatch).toSorted(),
      names.toSorted(),
    );
  });
});
