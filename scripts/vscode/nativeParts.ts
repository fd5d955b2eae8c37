import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { findOnPath } from '../paths.ts';
import { lastLines, runCommand } from '../runCommand.ts';

const buildTools = ['python3', 'make', 'g++'];

export function canBuild(): boolean {
  return buildTools.every(tool => findOnPath(tool) !== undefined);
}

/**
 * Builds the only native module that matters: without @vscode/spdlog the Output view stays empty. Resolves with whether
 * it is available.
 */
export async function buildLogWriter({ node, server }: { node: string; server: string }): Promise<boolean> {
  if (!canBuild()) {
    console.log(`  ${buildTools.join(', ')} are not all installed: VS Code's output channels will be empty`);
    return false;
  }
  if (/\s/.test(server)) {
    console.log("  compilers' make takes no path with a space: VS Code's output channels will be empty");
    return false;
  }
  console.log('  its log writer, compiled here…');
  const { ok, output } = await runCommand(
    findOnPath('npm') ?? 'npm',
    ['rebuild', '@vscode/spdlog', `--nodedir=${dirname(dirname(node))}`],
    {
      cwd: server,
      env: {
        // A native module must be built with the Node version that will load it
        PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
        // Optimizing it would take longer than it could save
        CXXFLAGS: '-O0',
      },
    },
  );
  if (!ok) {
    console.log(`  it did not compile: VS Code's output channels will be empty\n${lastLines(output, 5)}`);
  }
  return ok;
}

/** Old releases download ripgrep in an install script, which is not run; npm provides the same program. */
export async function addSearchTool(hostFolder: string, server: string): Promise<void> {
  const packages = join(hostFolder, 'node_modules', '@vscode', 'ripgrep-universal', 'bin');
  const target = join(server, 'node_modules', '@vscode', 'ripgrep', 'bin', 'rg');
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(packages, `linux-${process.arch}`, 'rg'), target);
  await chmod(target, 0o755);
}
