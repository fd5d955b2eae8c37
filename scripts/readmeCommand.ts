// npm run readme: updates the tables of settings and commands in the READMEs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';
import { readmes, withTables } from './readmeTables.ts';

for (const readme of readmes) await writeFile(join(repositoryRoot, readme.file), await withTables(readme));
