// npm run test:host [-- --version 1.99] [-- --grep "words of a test title"]
import { parseArgs } from 'node:util';
import { runAllHostTests } from './runHost.ts';
import { allVersions, versionById } from './vscode/versions.ts';

const { values } = parseArgs({ options: { version: { type: 'string' }, grep: { type: 'string' } } });
const versions = values.version === undefined ? allVersions : [versionById(values.version)];
const { counts, broken } = await runAllHostTests(versions, values.grep);
for (const reason of broken) console.error(`Did not complete: ${reason}`);
process.exitCode = counts.failed > 0 || broken.length > 0 ? 1 : 0;
