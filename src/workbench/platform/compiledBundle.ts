import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire, wrap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { systemClock } from '../../base/clock.ts';

/** By then, the functions behind the first rows are compiled as well. */
const storeAfterMs = 5_000;
/** The checksums of the source and of the code. */
const headerBytes = 8;

/**
 * Like `require` for bundles, but with the code that V8 compiled in an earlier window and that is stored in this folder:
 * compiling takes a third of the processor time until the first rows. A bundle is compiled again if its source or V8 has
 * changed.
 */
export function bundleLoader(storage: string, clock = systemClock): (path: string) => unknown {
  const loaded = new Map<string, { readonly exports: unknown }>();
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    const folder = dirname(path);
    const own = createRequire(path);
    const require = (name: string): unknown => (name.startsWith('./') ? load(join(folder, name)) : own(name));
    compile(path)(module.exports, require, module, path, folder);
    loaded.set(path, module);
    return module.exports;
  };
  const compile = (path: string) => {
    const source = readFileSync(path);
    const file = join(storage, basename(path));
    const code = readCode(file, source);
    const cached = code === undefined ? {} : { cachedData: code };
    const script = new Script(wrap(source.toString()), { filename: path, ...cached });
    if (code === undefined || script.cachedDataRejected === true) {
      // If it cannot be stored, the next window compiles the bundle as this one did.
      clock.schedule(storeAfterMs, () => void storeCode(file, source, script).catch(() => undefined));
    }
    const run: unknown = script.runInThisContext();
    if (typeof run !== 'function') throw new TypeError(`${path} is not a bundle`);
    return run;
  };
  return load;
}

let load: ((path: string) => unknown) | undefined;

/** Takes the extension's storage. Must be called before the first bundle is loaded. */
export function keepCompiledIn(storage: string): void {
  load ??= bundleLoader(join(storage, 'compiled'));
}

/** What `import('./app.ts')` calls in the built extension. */
export function requireBundle(path: string): unknown {
  return load?.(path);
}

/** V8 checks its version and options, but of the source only the length, and not whether the code is damaged. */
function readCode(file: string, source: Uint8Array): Buffer | undefined {
  try {
    const stored = readFileSync(file);
    const code = stored.subarray(headerBytes);
    const isUsable = stored.readUInt32LE(0) === crc32(source) && stored.readUInt32LE(4) === crc32(code);
    return isUsable ? code : undefined;
  } catch {
    // Not stored yet, or not completely.
    return undefined;
  }
}

/** Stores atomically, because another window may be reading the file. */
async function storeCode(file: string, source: Uint8Array, script: Script): Promise<void> {
  const code = script.createCachedData();
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(crc32(source), 0);
  header.writeUInt32LE(crc32(code), 4);
  const unfinished = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(unfinished, Buffer.concat([header, code]));
  await rename(unfinished, file);
}
