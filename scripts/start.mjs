// npm start: installs what is missing, builds, and opens VS Code with the extension and its demo server.
import { build, ensureDependencies, loadTypeScript } from './bootstrap.mjs';

try {
  ensureDependencies();
  build();
  await loadTypeScript();
  const { startDemo } = await import('./vscode/demo.ts');
  await startDemo(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
