import { once } from 'node:events';
import { createServer } from 'node:http';
import * as vscode from 'vscode';
import type { Clock } from '../../util/clock.ts';
import { randomName } from './pageHtml.ts';

const servedMs = 10 * 60_000;

/**
 * Opens a page in the user's browser, unless the user declines what VS Code asks. A file would be on the wrong computer if the
 * extension runs on a remote one, while VS Code forwards a port wherever it runs. For ten minutes, the page is returned
 * to whoever knows its random path.
 */
export async function openInBrowser(html: string, clock: Pick<Clock, 'schedule'>): Promise<void> {
  const path = `/${randomName()}`;
  const server = createServer(({ url }, response) => {
    if (url !== path) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
        .end(html);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  clock.schedule(servedMs, () => {
    server.close();
    server.closeAllConnections();
  });
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  await vscode.env.openExternal(vscode.Uri.parse(`http://127.0.0.1:${address.port}${path}`));
}
