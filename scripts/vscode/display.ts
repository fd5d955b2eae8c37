import { spawn } from 'node:child_process';
import { findOnPath } from '../paths.ts';

/** Whether a desktop program can show a window here. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** Whether tests can have a display, even a virtual one. */
export function canHaveDisplay(): boolean {
  return hasDisplay() || findOnPath('Xvfb') !== undefined;
}

export interface Display {
  /** The environment variables that a program needs. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** A display for tests: the existing one, or a virtual one from Xvfb. */
export async function openTestDisplay(): Promise<Display> {
  if (hasDisplay()) return { env: {}, close: () => {} };
  // Xvfb picks a free display number and writes it to the given descriptor
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    let text = '';
    xvfb.once('error', reject);
    xvfb.once('exit', code => reject(new Error(`Xvfb ended with code ${code}`)));
    xvfb.stdio[3]?.on('data', chunk => {
      text += chunk;
      if (text.endsWith('\n')) resolve(text.trim());
    });
  });
  return { env: { DISPLAY: `:${number}` }, close: () => xvfb.kill() };
}
