import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { ConnectionError, RedirectError } from '../../../src/api/errors/apiError.ts';
import { statusError } from '../../store/support/fakes.ts';
import { partialOf } from '../../support/partialOf.ts';

const { doctor } = await import('../../../src/contrib/doctor/doctor.contribution.ts');
type Workbench = Parameters<typeof doctor>[0];
type OfferSource = Parameters<Workbench['notices']['addOffer']>[0];

describe('an error of a connection', () => {
  it('is shown with an offer to check it, unlike an answer of the server', () => {
    const offers: OfferSource[] = [];
    const notices = partialOf<Workbench['notices']>({ addOffer: offer => void offers.push(offer) });
    doctor(partialOf<Workbench>({ notices }));
    const request = {
      operation: 'listJobs',
      method: 'GET',
      origin: 'https://plant.example',
      path: '/',
    } as const;
    const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
    const offered = [
      new ConnectionError(request, 'refused', 'ECONNREFUSED', false),
      new RedirectError(request, { status: 301, target: 'https://other.example/' }),
      statusError(500),
    ].map(error => offers.map(offer => offer(error, server)?.action));
    assert.deepEqual(offered, [['Check Connection'], ['Check Connection'], [undefined]]);
  });
});
