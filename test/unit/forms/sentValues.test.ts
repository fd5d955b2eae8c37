import assert from 'node:assert/strict';
import { SentValues } from '../../../src/forms/sentValues.ts';

const values = {
  text: { name: 'A', params: '' },
  flags: { enabled: true },
  ids: { groups: [1, 2] },
  names: { peers: ['pc-1'] },
};

describe('values sent to a form', () => {
  it('are sent once, and then only when they changed', () => {
    const sent = new SentValues();
    assert.deepEqual(sent.news(values), values);
    assert.deepEqual(sent.news(structuredClone(values)), { text: {}, flags: {}, ids: {}, names: {} });
    const news = sent.news({ ...values, text: { name: 'B', params: '' }, ids: { groups: [1] } });
    assert.deepEqual(news, { text: { name: 'B' }, flags: {}, ids: { groups: [1] }, names: {} });
  });

  it('are all sent again to a new page', () => {
    const sent = new SentValues();
    sent.news(values);
    sent.forget();
    assert.deepEqual(sent.news(values), values);
  });
});
