import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import {
  caFile,
  certificateFile,
  requiringClients,
  startTlsFront,
  type TlsFront,
  tlsFixture,
} from '../support/http/tlsServer.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewPane } from './support/tree.ts';
import { attemptMs, until, untilDone } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const { fingerprint256 } = new X509Certificate(readFileSync(certificateFile('selfSigned')));

describe('servers and tokens', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet();
  let webSite: Server;
  let webSiteUrl: string;

  before('start a web site that is not a management server', async () => {
    webSite = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<html><title>Captive portal</title></html>');
    }).listen(0, '127.0.0.1');
    await once(webSite, 'listening');
    const address = webSite.address();
    assert.ok(address !== null && typeof address === 'object');
    webSiteUrl = `http://127.0.0.1:${address.port}`;
  });
  after(() => {
    webSite.closeAllConnections();
    webSite.close();
  });

  it('offers to add a server or to try the demo when there is none', async () => {
    const { workbench } = vscode;
    const jobs = await workbench.openView('Jobs');
    await jobs.getByRole('button', { name: 'Add Server' }).waitFor();
    await jobs.getByRole('button', { name: 'Try with Demo Server' }).waitFor();
    await workbench.screenshot('servers-welcome-light');
  });

  it('rejects an invalid URL in the input box', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.submitInput('server.example.com');
    await workbench.quickInput.message().filter({ hasText: 'https://server.example.com' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the normalized form of a URL', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.quickInput.input.fill('HTTPS://Bücher.Example:443/api/');
    await workbench.quickInput
      .message()
      .filter({ hasText: 'It will be saved as https://xn--bcher-kva.example/api.' })
      .waitFor();
    await workbench.screenshot('servers-url-light');
    await page.keyboard.press('Escape');
  });

  it('asks before it uses plain HTTP, and adds no server without consent', async () => {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.submitInput('http://devices.example');
    await workbench.dialog('Use http://devices.example without encryption?').waitFor();
    await workbench.dialogButton('Cancel');
    assert.deepEqual(await serverRows(), []);
  });

  it('names the part that failed, and lets the user correct it without retyping the rest', async () => {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.submitInput('http://127.0.0.1:1');
    await workbench.submitInput('Office');
    await workbench.submitInput('wrong-token');
    await workbench.dialog('refused the connection (ECONNREFUSED)').waitFor();
    await workbench.dialogButton('Change URL');
    await workbench.submitInput(webSiteUrl);
    await workbench.dialog(/127\.0\.0\.1(:\d+)? returned a web page \(“Captive portal”\)/).waitFor();
    await workbench.dialogButton('Change URL');
    await workbench.submitInput(`${fleet.server.url}/`);
    await workbench.dialog('The token is invalid or has expired (HTTP 401)').waitFor();
    await workbench.screenshot('servers-wrong-token-light');
    assert.deepEqual(await serverRows(), [], 'nothing was kept yet');
    await workbench.dialogButton('Change Token');
    await workbench.submitInput(` Token ${fleet.server.token} `);
    await workbench.notifications.waitFor('Connected to “Office”');
    await workbench.treeRow('Office', 'Servers').waitFor();
  });

  it('shows the jobs of the new server at once', async () => {
    const first = [...fleet.server.world.jobs.all()][0];
    assert.ok(first);
    await vscode.workbench.openView('Jobs');
    await vscode.workbench.treeRow(new RegExp(`^${literal(first.name)}, `), 'Jobs').waitFor();
  });

  it('stores several servers and switches between them', async () => {
    const { workbench } = vscode;
    await addServer(workbench, fleet.server, 'Second');
    await workbench.treeRow(/^Second active/, 'Servers').waitFor();
    await workbench.treeRow(/^Office/, 'Servers').click();
    await workbench.treeRow(/^Office active/, 'Servers').waitFor();
  });

  it('deletes the token on sign-out, sends no request without one, and reconnects with a new one', async () => {
    const { workbench } = vscode;
    const signedOut = workbench.treeRow(/^Office not signed in/, 'Servers');
    // If the row is redrawn while its menu is open, the menu loses its row and the command shows a list of servers.
    await untilDone(async () => {
      if (await signedOut.isVisible()) return true;
      await workbench.contextMenu(workbench.treeRow(/^Office/, 'Servers'), 'Sign Out');
      await signedOut.waitFor({ timeout: attemptMs });
      return true;
    });
    const jobs = await workbench.openView('Jobs');
    await jobs.getByRole('button', { name: 'Sign In' }).waitFor();
    const before = fleet.server.requests.total();
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await jobs.getByRole('button', { name: 'Sign In' }).waitFor();
    assert.equal(fleet.server.requests.total(), before, 'no request without a token');
    await jobs.getByRole('button', { name: 'Sign In' }).click();
    await workbench.pick('Office');
    await workbench.submitInput(fleet.server.token);
    await workbench.treeRow(/^Office active/, 'Servers').waitFor();
  });

  it('notifies once when the server no longer accepts the token', async () => {
    const { workbench } = vscode;
    fleet.server.tokens.clear();
    await workbench.runCommand('Device Automation Jobs: Refresh');
    const question = workbench.notifications.toast('The token is invalid or has expired');
    await question.first().waitFor();
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await until(
      () => question.count(),
      count => count === 1,
    );
    fleet.server.tokens.set(fleet.server.token, 'full');
    await workbench.notifications.clickButton('The token is invalid', 'Sign In');
    await workbench.submitInput(fleet.server.token);
    await workbench
      .treeRow(/, (finished|running|queued|failed|stopped|never run), /, 'Jobs')
      .first()
      .waitFor();
  });

  it('removes a server after a confirmation that names it', async () => {
    const { workbench } = vscode;
    // If the row is redrawn while its menu is open, the menu loses its row and the command shows a list of servers.
    await untilDone(async () => {
      await workbench.contextMenu(workbench.treeRow(/^Second/, 'Servers'), 'Remove Server…');
      await workbench.dialog('Remove “Second”').waitFor({ timeout: attemptMs });
      return true;
    });
    await workbench.dialogButton('Remove');
    await workbench.treeRow(/^Second/, 'Servers').waitFor({ state: 'detached' });
  });

  describe('a server with a self-signed certificate', () => {
    const secured = useDemoFleet({ jobs: 5 });
    let front: TlsFront;
    before('put TLS in front of the demo server', async () => {
      const [first] = secured.server.world.jobs.all();
      assert.ok(first);
      first.name = 'Behind TLS';
      front = await startTlsFront('selfSigned', secured.server.url);
    });
    after(() => front.close());

    it('is reported as such, and added once its certificate was reviewed and trusted', async () => {
      const { workbench } = vscode;
      await workbench.openView('Servers');
      await workbench.runCommand('Device Automation: Add Server…');
      await workbench.submitInput(front.url);
      await workbench.submitInput('Secure');
      await workbench.submitInput(secured.server.token);
      await workbench.dialog('it is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)').waitFor();
      assert.equal(secured.server.requests.total(), 0, 'no request before it is trusted');
      // Does not wait for this dialog to close, because the next one may open at once.
      await workbench.dialog().getByRole('button', { name: 'Show Certificate…', exact: true }).click();
      const dialog = workbench.dialog('Trust this certificate for “Secure”?');
      await dialog.getByText(fingerprint256).waitFor();
      await dialog.getByText('Issued by: CN=devices.example').waitFor();
      await dialog.getByText('Valid until: Jan 1 00:00:00 2120 GMT').waitFor();
      await workbench.screenshot('certificate-light');
      await workbench.dialogButton('Trust');
      await workbench.notifications.waitFor('Connected to “Secure”');
      await workbench.openView('Jobs');
      await workbench.treeRow(/^Behind TLS, /, 'Jobs').waitFor();
    });

    it('rejects another certificate at the same URL, and lets the user review it', async () => {
      const { workbench } = vscode;
      const { port } = new URL(front.url);
      await front.close();
      front = await startTlsFront('good', secured.server.url, Number(port));
      const before = secured.server.requests.total();
      const jobs = await workbench.openView('Jobs');
      await workbench.runCommand('Device Automation Jobs: Refresh');
      await jobs.getByText('it is not the certificate that you trusted').first().waitFor();
      await workbench.runCommand('Device Automation: Show Problem Details');
      assert.equal(secured.server.requests.total(), before);
      await workbench.notifications.clickButton(
        'it is not the certificate that you trusted',
        'Show Certificate…',
      );
      await workbench.dialog('Issued by: CN=Test CA').waitFor();
      await workbench.dialogButton('Cancel');
    });
  });

  describe('a gateway that requires a client certificate', () => {
    const secured = useDemoFleet({ jobs: 5 });
    let front: TlsFront;
    before('put it in front of the demo server', async () => {
      const [first] = secured.server.world.jobs.all();
      assert.ok(first);
      first.name = 'Behind a gateway';
      front = await startTlsFront('good', secured.server.url, 0, requiringClients);
    });
    after(() => front.close());

    it('is added with the certificates that one list of the network shows and changes', async () => {
      const { workbench, page } = vscode;
      const { widget } = workbench.quickInput;
      const choose = async (label: string) => {
        await widget.getByText(/^Network and certificate of/).waitFor();
        await workbench.quickInput.option(label).click();
      };
      await workbench.openView('Servers');
      await workbench.runCommand('Device Automation: Add Server…');
      for (const text of [front.url, 'Gateway', secured.server.token]) await workbench.submitInput(text);
      await workbench.dialog(/could not be verified|certificate/i).waitFor();
      await workbench.dialog().getByRole('button', { name: 'Network and Certificate…', exact: true }).click();
      await choose('CA file');
      await workbench.submitInput(caFile);
      await choose('Client certificate');
      await workbench.submitInput(tlsFixture('client.pem'));
      await workbench.submitInput(tlsFixture('clientKeyEncrypted.pem'));
      await choose('Passphrase of the key');
      await workbench.submitInput('client-passphrase');
      await choose('Add Header…');
      await workbench.submitInput('X-Gateway-Site');
      await workbench.submitInput('North Plant');
      await widget.getByText('North Plant').waitFor();
      await workbench.screenshot('servers-network');
      await page.keyboard.press('Escape');
      await workbench.notifications.waitFor('Connected to “Gateway”');
      await workbench.openView('Jobs');
      await workbench.treeRow(/^Behind a gateway, /, 'Jobs').waitFor();
    });
  });

  async function serverRows(): Promise<string[]> {
    return viewPane(vscode.page, 'Servers').getByRole('treeitem').allTextContents();
  }
});
