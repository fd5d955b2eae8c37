// npm run readme: updates the tables of settings, commands and options in the documents, and the tools in package.json.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';
import { generatedTables, withTable } from './readmeTables.ts';
import { withToolContributions } from './toolContributions.ts';

for (const table of generatedTables)
  await writeFile(join(repositoryRoot, table.file), await withTable(table));
await writeFile(join(repositoryRoot, 'package.json'), await withToolContributions());
