// Runs before `npm ci`, so it is plain JavaScript that uses only Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repositoryRoot = fileURLToPath(new URL('../', import.meta.url));

const oldestNode = [20, 19, 0];

/** Installs the repository's packages if they are missing or do not match the lock file. */
export function ensureDependencies() {
  refuseOldNode();
  const difference = firstDifference();
  if (difference === undefined) return;
  console.log(`Installing packages with npm ci (${difference})…`);
  if (!npm(['ci', '--no-audit', '--no-fund'])) {
    throw new Error('npm ci did not succeed (see above). It needs the npm registry, or a filled npm cache.');
  }
}

/** Builds `dist/`, which VS Code loads. */
export function build() {
  if (!npm(['run', '--silent', 'build'])) throw new Error('The build did not succeed (see above).');
}

function npm(args) {
  const isWindows = process.platform === 'win32';
  const { status, error } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    // npm is a .cmd file on Windows, which only a shell can start
    shell: isWindows,
  });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  return status === 0;
}

/** Lets this process import TypeScript from here on. Call it after `ensureDependencies`. */
export async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}

function refuseOldNode() {
  const version = process.versions.node.split('.').map(Number);
  for (const [index, least] of oldestNode.entries()) {
    if (version[index] > least) return;
    if (version[index] < least) {
      throw new Error(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.version}.`);
    }
  }
}

/** Compares the lock file with npm's own record of what it installed; returns the first difference. */
function firstDifference() {
  const recordPath = join(repositoryRoot, 'node_modules', '.package-lock.json');
  if (!existsSync(recordPath)) return 'node_modules is missing';
  const wanted = readPackages(join(repositoryRoot, 'package-lock.json'));
  const installed = readPackages(recordPath);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue;
    const found = installed[path];
    // Packages for other platforms are optional, and their absence is no error
    if (!found && (entry.optional || entry.devOptional || entry.peer)) continue;
    if (!found) return `${path} is missing`;
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${path} is ${found.version}, the lock file says ${entry.version}`;
    }
  }
  return undefined;
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
