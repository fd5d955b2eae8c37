// npm run readme: updates the tables of settings and commands in README*.md and docs/commands.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';
import { generatedPages, withTable } from './readmeTables.ts';

for (const page of generatedPages) await writeFile(join(repositoryRoot, page.file), await withTable(page));
