// npm test: installs what is missing, then runs everything. See scripts/stages.ts.
import { ensureDependencies, loadTypeScript } from './bootstrap.mjs';

try {
  ensureDependencies();
  await loadTypeScript();
  const { runStages } = await import('./stages.ts');
  process.exitCode = await runStages(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
