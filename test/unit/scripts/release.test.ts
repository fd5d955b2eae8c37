import assert from 'node:assert/strict';
import { type ReleaseFacts, releaseProblems } from '../../../scripts/release.ts';

const good: ReleaseFacts = {
  version: '1.2.0',
  isPreRelease: false,
  changelog: '# Changelog\n\n## [1.2.0] - 2026-12-01\n\n### Added\n\n## [1.0.0] - 2026-11-01\n',
  picturesOf: '1.2.0',
  missingPictures: [],
  notices: 'zod 4.6.7 (MIT)\n\nCopyright\n',
  changedFiles: [],
};
const unreleased = good.changelog.replace('2026-12-01', 'unreleased');

describe('a release', () => {
  it('has no open problems', () => {
    assert.deepEqual(releaseProblems(good), []);
  });

  it('on the pre-release channel has an odd minor number, and may have no date yet', () => {
    const changelog = unreleased.replace('1.2.0', '1.3.0');
    const facts = { ...good, version: '1.3.0', picturesOf: '1.3.0', changelog, isPreRelease: true };
    assert.deepEqual(releaseProblems(facts), []);
  });

  const wrong: Readonly<Record<string, readonly [Partial<ReleaseFacts>, RegExp]>> = {
    'with a version that the Marketplace does not know': [{ version: '1.2.0-beta' }, /not of the form/],
    'with the number of a pre-release': [{ version: '1.3.0' }, /odd minor number/],
    'as a pre-release with the number of a release': [{ isPreRelease: true }, /even minor number/],
    'without a section of the changelog': [{ changelog: '# Changelog\n' }, /is of no version/],
    'with the changelog of another version': [{ changelog: good.changelog.slice(30) }, /is of 1\.0\.0/],
    'without a date': [{ changelog: unreleased }, /no date for 1\.2\.0: unreleased/],
    'with pictures of another version': [{ picturesOf: '1.0.0' }, /pictures are of version 1\.0\.0/],
    'without a picture': [{ missingPictures: ['a.png'] }, /a\.png is missing/],
    'with a license that nobody has checked': [
      { notices: 'x 1.0.0 (GPL-3.0)\n' },
      /x has the license GPL-3\.0/,
    ],
    'without notices': [{ notices: '' }, /no license/],
    'with files that are not committed': [{ changedFiles: [' M src/app.ts'] }, /not committed: {2}M src/],
  };
  for (const [what, [facts, problem]] of Object.entries(wrong)) {
    it(`is not made ${what}`, () => {
      assert.match(releaseProblems({ ...good, ...facts }).join('\n'), problem);
    });
  }
});
