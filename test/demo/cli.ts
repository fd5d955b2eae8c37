import process from 'node:process';
import { parseCommandLine, usage } from './cliOptions.ts';
import type { DemoServerOptions } from './options.ts';
import { startDemoServer } from './server.ts';

async function main(): Promise<void> {
  const options = parseCommandLine(process.argv.slice(2));
  if (options === 'help') process.stdout.write(usage);
  else await serve(options);
}

async function serve(options: DemoServerOptions): Promise<void> {
  const server = await startDemoServer(options);
  const { jobs, groups, devices } = server.world;
  process.stdout.write(
    `Demo server  ${server.url}\n` +
      `Token        ${server.token}\n` +
      `${jobs.size} jobs, ${groups.size} groups, ${devices.size} devices. Ctrl+C ends it.\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close());
  }
}

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'That port is in use by another program. Choose another with --port.';
  }
  return `${error instanceof Error ? error.message : String(error)}\nTry --help.`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
