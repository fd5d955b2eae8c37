import { join } from 'node:path';
import { type DemoProcess, startDemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { bundled } from './bundle.ts';

/** Starts a demo server in a separate process, which does not affect the measured one and keeps its latency exact. */
export async function startDemoServer(...options: readonly string[]): Promise<DemoProcess> {
  return startDemoProcess(
    await bundled(join(projectDirectory, 'test/bench/demoServerProgram.ts')),
    ...options,
  );
}
