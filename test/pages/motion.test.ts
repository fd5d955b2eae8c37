import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../support/projectFiles.ts';

const folder = join(projectDirectory, 'src');
const motion =
  /\b(?:animation|transition)(?:-[\w-]+)?\s*:|scroll-behavior\s*:|['"]smooth['"]|\.animate\(|@keyframes/;

describe('the pages with reduced motion', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    /^(?:pages|contrib\/\w+\/page)\/.*\.(?:css|ts)$/.test(path),
  );

  it('have no animation and no smooth scrolling', () => {
    assert.ok(files.length > 10);
    assert.deepEqual(
      files.filter(path => motion.test(readFileSync(join(folder, path), 'utf8'))),
      [],
    );
  });
});
