import { createServer } from 'node:http';
import { type HostileBody, hostileBodies } from './hostileBodies.ts';

/** Sends a hostile body instead of every list; the first path segment selects it. */
const server = createServer((request, response) => {
  const name = decodeURIComponent(request.url?.split('/')[1] ?? '');
  const found: HostileBody | undefined = hostileBodies.find(body => body.name === name);
  const content = Buffer.from(found?.text() ?? '');
  response.writeHead(found?.status ?? 200, { 'content-type': 'application/json' }).end(content);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
});
