import assert from 'node:assert/strict';
import type { Choice } from '../../../src/protocol/hostMessages.ts';
import { ChoiceIndex, typedItem } from '../../../src/webview/choiceFilter.ts';

const devices: Choice[] = [
  { value: 'front-pc-1', label: 'front-pc-1', detail: '10.0.0.1 · online', alias: '10.0.0.1' },
  { value: 'pc-10', label: 'pc-10', detail: '' },
  { value: 'pc-1', label: 'pc-1', detail: '' },
];

function found(text: string, choices = devices): (string | number | null)[] {
  return new ChoiceIndex(choices).search(text).map(choice => choice.value);
}

describe('searching what can be picked', () => {
  it('gives all for no text, in their order', () => {
    assert.deepEqual(found('  '), ['front-pc-1', 'pc-10', 'pc-1']);
  });

  it('puts the same name first, then names that begin so, then the others', () => {
    assert.deepEqual(found('PC-1'), ['pc-1', 'pc-10', 'front-pc-1']);
  });

  it('looks into details as well', () => {
    assert.deepEqual(found('online'), ['front-pc-1']);
  });

  it('takes an id with or without its sign', () => {
    const ids: Choice[] = [
      { value: 112, label: '#112', detail: '' },
      { value: 12, label: 'Baseline', detail: '#12' },
    ];
    assert.deepEqual(found('#12', ids), [12, 112]);
    assert.deepEqual(found('12', ids), [12, 112]);
    assert.deepEqual(found('base', ids), [12]);
  });

  it('knows a device by its address', () => {
    assert.equal(new ChoiceIndex(devices).find('10.0.0.1')?.value, 'front-pc-1');
    assert.equal(new ChoiceIndex(devices).find('pc-2'), undefined);
  });
});

describe('what typed text stands for', () => {
  it('is an id in a list of ids', () => {
    assert.equal(typedItem(' #12 ', true), 12);
    assert.equal(typedItem('12a', true), undefined);
    assert.equal(typedItem('-1', true), undefined);
    assert.equal(typedItem('99999999999999999999', true), undefined);
  });

  it('is a name elsewhere', () => {
    assert.equal(typedItem(' pc-1 ', false), 'pc-1');
    assert.equal(typedItem('   ', false), undefined);
  });
});
