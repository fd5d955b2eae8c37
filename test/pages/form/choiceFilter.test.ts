import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ChoiceIndex, type Offer, toTypedItem } from '../../../src/pages/form/choiceFilter.ts';
import type { Choice } from '../../../src/pages/protocol/hostMessages.ts';
import { existing } from '../../support/http/clients.ts';

const devices: Choice[] = [
  { value: 'front-pc-1', label: 'front-pc-1', detail: '10.0.0.1 · online', alias: '10.0.0.1' },
  { value: 'pc-10', label: 'pc-10', detail: '' },
  { value: 'pc-1', label: 'pc-1', detail: '' },
];

const policies: Choice[] = [
  { value: 4, label: '#4', detail: 'in 3 jobs' },
  { value: 13, label: '#13', detail: 'in 1 job' },
  { value: 30, label: 'Baseline 3', detail: '#30' },
];

/** The rows in short form: a value for a choice, “+ …” for the typed text. */
function offered(text: string, choices: readonly Choice[], isIdList: boolean): (string | number | null)[] {
  return new ChoiceIndex(choices)
    .offers(text, isIdList)
    .map(offer => (offer.kind === 'typed' ? `+ ${offer.item}` : offer.choice.value));
}

describe('what a picker offers', () => {
  it('is an equal name first, then names that begin with the text, then names that contain it', () => {
    assert.deepEqual(offered('pc-1', devices, false), ['pc-1', 'pc-10', 'front-pc-1']);
    assert.deepEqual(offered('PC-1', devices, false), ['pc-1', '+ PC-1', 'pc-10', 'front-pc-1']);
  });

  it('is never matched by a detail', () => {
    assert.deepEqual(offered('online', devices, false), ['+ online']);
    assert.deepEqual(offered('jobs', policies, true), []);
  });

  it('is the same ID with or without its sign', () => {
    const ids: Choice[] = [
      { value: 112, label: '#112', detail: '' },
      { value: 12, label: 'Baseline', detail: '#12' },
    ];
    assert.deepEqual(offered('#12', ids, true), [12, 112]);
    assert.deepEqual(offered('12', ids, true), [12, 112]);
    assert.deepEqual(offered('012', ids, true), [12]);
    assert.deepEqual(offered('base', ids, true), [12]);
  });

  it('is the only device with the address, or the address itself if two have it', () => {
    assert.deepEqual(offered('10.0.0.1', devices, false), ['front-pc-1']);
    const twin: Choice = { value: 'pc-2', label: 'pc-2', detail: '', alias: '10.0.0.1' };
    assert.deepEqual(offered('10.0.0.1', [...devices, twin], false), ['+ 10.0.0.1', 'front-pc-1', 'pc-2']);
  });
});

describe('a choice that the user types in full', () => {
  const words = fc.constantFrom(
    '3',
    '13',
    '31',
    '#3',
    'ws-0003',
    'ws-00031',
    'in 3 jobs',
    'Ночь',
    'night',
    'Night 3',
  );
  const text = fc.oneof(
    words,
    fc.string({ minLength: 1, maxLength: 4 }).filter(value => value.trim() === value),
  );
  const unlike = (key: (choice: Choice) => unknown) => ({ selector: key, minLength: 1, maxLength: 12 });
  const ids = fc.uniqueArray(
    fc.record({ value: fc.integer({ min: 0, max: 40 }), label: text, detail: text }),
    unlike(choice => choice.value),
  );
  const names = fc.uniqueArray(
    text.chain(value =>
      fc.record({ value: fc.constant(value), label: fc.constant(value), detail: text, alias: text }),
    ),
    unlike(choice => String(choice.value).toLowerCase()),
  );
  const padding = fc.constantFrom('', ' ', '  ');

  function first(choices: readonly Choice[], typed: string, isIdList: boolean): Offer {
    return existing(new ChoiceIndex(choices).offers(typed, isIdList)[0]);
  }

  function taken(offer: Offer): string | number | null {
    return offer.kind === 'typed' ? offer.item : offer.choice.value;
  }

  it('is added by Enter as an ID, unless it is the label of an unlisted ID', () => {
    fc.assert(
      fc.property(ids, fc.nat(50), fc.constantFrom('', '#'), padding, (choices, id, sign, space) => {
        const typed = `${sign}${id}`;
        fc.pre(choices.some(({ value }) => value === id) || !choices.some(({ label }) => label === typed));
        assert.equal(taken(first(choices, space + typed + space, true)), id);
      }),
    );
  });

  it('is added by Enter as a host name, known or not', () => {
    fc.assert(
      fc.property(names, text, padding, (choices, name, space) => {
        const offer = first(choices, space + name + space, false);
        const byAddress = choices.filter(({ alias }) => alias.toLowerCase() === name.toLowerCase());
        const isListed = choices.some(({ value }) => value === name);
        const isSame = String(taken(offer)).toLowerCase() === name.toLowerCase();
        assert.ok(isSame || (!isListed && byAddress.length === 1 && taken(offer) === byAddress[0]?.value));
      }),
    );
  });

  it('is added by Enter as a label if it is not an ID', () => {
    fc.assert(
      fc.property(ids, fc.nat(), padding, (choices, place, space) => {
        const { label } = existing(choices[place % choices.length]);
        fc.pre(toTypedItem(label, true) === undefined);
        const offer = first(choices, space + label + space, true);
        assert.equal(offer.kind === 'choice' && offer.choice.label, label);
      }),
    );
  });

  it('narrows the list to names and values that contain it', () => {
    fc.assert(
      fc.property(ids, text, (choices, typed) => {
        const forms = [typed, typed.replace(/^#(?=\d)/, '')].map(form => form.toLowerCase());
        for (const offer of new ChoiceIndex(choices).offers(typed, true)) {
          if (offer.kind === 'typed') continue;
          const { value, label } = offer.choice;
          const isById = value === toTypedItem(typed, true);
          const parts = [String(value), label.toLowerCase()];
          assert.ok(isById || parts.some(part => forms.some(form => part.includes(form))));
        }
      }),
    );
  });
});
