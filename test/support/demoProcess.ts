import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { projectDirectory } from './projectFiles.ts';

/** A demo server in a separate process. */
export interface DemoProcess {
  readonly url: string;
  readonly token: string;
  end(): Promise<void>;
}

/** Starts a program that prints its URL and its token as `npm run demo-server` does. */
export async function startDemoProcess(program: string, ...options: readonly string[]): Promise<DemoProcess> {
  const child = spawn(process.execPath, [program, ...options], {
    cwd: projectDirectory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url, token] = await firstLines(child);
  return {
    url,
    token,
    end: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function firstLines({ stdout }: ChildProcess): Promise<[url: string, token: string]> {
  const found = new Map<string, string>();
  if (stdout === null) throw new Error('The demo server has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const [, name = '', value = ''] = /^(Demo server|Token)\s+(\S+)$/.exec(line) ?? [];
    found.set(name, value);
    const [url, token] = [found.get('Demo server'), found.get('Token')];
    if (url !== undefined && token !== undefined) return [url, token];
  }
  throw new Error('The demo server ended before it printed its URL.');
}
