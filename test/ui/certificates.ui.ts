import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { certificateFile, startTlsFront, type TlsFront } from '../support/http/tlsServer.ts';
import { useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { useVSCode } from './support/useVSCode.ts';

const { fingerprint256 } = new X509Certificate(readFileSync(certificateFile('selfSigned')));

describe('a server with a self-signed certificate', () => {
  const fleet = useDemoFleet({ jobs: 5 });
  let front: TlsFront;
  before('put TLS in front of the demo server', async () => {
    front = await startTlsFront('selfSigned', fleet.server.url);
  });
  after(() => front.close());
  const vscode = useVSCode();

  it('is named as such, and added once its certificate was reviewed and trusted', async () => {
    const { workbench } = vscode;
    await workbench.openView('Servers');
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.answerInput(front.url);
    await workbench.answerInput('Secure');
    await workbench.answerInput(fleet.server.token);
    await workbench.dialog('it is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)').waitFor();
    assert.equal(fleet.server.requests.total(), 0, 'no request before it is trusted');
    // the next dialogue may be there before this one is seen to be gone
    await workbench.dialog().getByRole('button', { name: 'Show Certificate…', exact: true }).click();
    const dialog = workbench.dialog('Trust this certificate for “Secure”?');
    await dialog.getByText(fingerprint256).waitFor();
    await dialog.getByText('Issued by: CN=devices.example').waitFor();
    await dialog.getByText('Valid until: Jan 1 00:00:00 2120 GMT').waitFor();
    await workbench.screenshot('certificate-light');
    await workbench.dialogButton('Trust');
    await workbench.toast('Connected to “Secure”').waitFor();
    const [first] = [...fleet.server.world.jobs.all()];
    assert.ok(first);
    await workbench.openView('Jobs');
    await workbench.treeRow(new RegExp(`^${literal(first.name)}, `), 'Jobs').waitFor();
  });

  it('another certificate at the same place is rejected, and can be reviewed again', async () => {
    const { workbench } = vscode;
    const { port } = new URL(front.url);
    await front.close();
    front = await startTlsFront('good', fleet.server.url, Number(port));
    const before = fleet.server.requests.total();
    const jobs = await workbench.openView('Jobs');
    await workbench.viewAction('Jobs', 'Refresh Jobs');
    await jobs.getByText('it is not the certificate that you trusted').first().waitFor();
    await workbench.runCommand('Device Automation: Show Problem Details');
    assert.equal(fleet.server.requests.total(), before);
    await workbench.toastButton('it is not the certificate that you trusted', 'Show Certificate…');
    await workbench.dialog('Issued by: CN=Test CA').waitFor();
    await workbench.dialogButton('Cancel');
  });
});
