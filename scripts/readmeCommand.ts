// npm run readme: writes package.json and its texts from their parts, and updates the tables in the documents.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedManifest, readManifestParts } from './manifestParts.ts';
import { repositoryRoot } from './paths.ts';
import { generatedTables, withTable } from './readmeTables.ts';

for (const [file, text] of await generatedManifest(await readManifestParts()))
  await writeFile(join(repositoryRoot, file), text);
for (const table of generatedTables)
  await writeFile(join(repositoryRoot, table.file), await withTable(table));
