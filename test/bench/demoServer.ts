import { join } from 'node:path';
import { type DemoProcess, startDemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { bundled } from './bundle.ts';

/** A demo server that does not share the time of what is measured, and keeps its latency exactly. */
export async function startDemoServer(...options: readonly string[]): Promise<DemoProcess> {
  return startDemoProcess(
    await bundled(join(projectDirectory, 'test/bench/demoServerProgram.ts')),
    ...options,
  );
}
