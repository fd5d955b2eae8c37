import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectDirectory } from '../support/projectFiles.ts';
import { bundled } from './bundle.ts';

/** A demo server in a process of its own, so that it does not share the time of what is measured. */
export interface DemoProcess {
  readonly url: string;
  readonly token: string;
  end(): Promise<void>;
}

export async function startDemoProcess(...options: readonly string[]): Promise<DemoProcess> {
  const program = await bundled(join(projectDirectory, 'test/bench/demoServerProgram.ts'));
  const child = spawn(process.execPath, [program, ...options], {
    cwd: projectDirectory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url, token] = await readLines(child);
  return {
    url,
    token,
    end: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function readLines(child: ChildProcess): Promise<[url: string, token: string]> {
  if (child.stdout === null) throw new Error('the demo server says nothing');
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(Demo server|Token)\s+(\S+)$/.exec(line) ?? [];
    if (name === 'Demo server') url = value;
    if (name === 'Token' && url !== undefined && value !== undefined) return [url, value];
  }
  throw new Error('the demo server ended');
}
