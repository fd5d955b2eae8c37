import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pseudoBundle, pseudoText } from '../../../scripts/pseudoLanguage.ts';
import { createLocalizer } from '../../../src/util/localizer.ts';

describe('the pseudo-language', () => {
  it('brackets texts and makes them longer by 40 %', () => {
    assert.equal(pseudoText('Save'), '⟦Save õn⟧');
    assert.equal(pseudoText('Open as JSON'), '⟦Open as JSON õne t⟧');
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', ' ', '{', '}') }), text => {
        fc.pre(text.trim() !== '');
        assert.ok(pseudoText(text).length >= text.length * 1.4);
      }),
    );
  });

  it('keeps placeholders, plural forms and links unchanged', () => {
    const forms = '{count} device on “{server}”|{count} devices on “{server}”';
    const bundle = pseudoBundle({ [forms]: 'ru' });
    const localizer = createLocalizer('qps-ploc', text => bundle[text] ?? text);
    assert.match(localizer.plural(forms, 1, { server: 'Plant' }), /^⟦1 device on “Plant” õne .*⟧$/);
    assert.match(localizer.plural(forms, 2, { server: 'Plant' }), /^⟦2 devices on “Plant” õne .*⟧$/);
    assert.equal(
      pseudoText('No jobs yet.\n[New Job](command:deviceAutomation.job.create)'),
      '⟦No jobs yet. õne t⟧\n[⟦New Job õne⟧](command:deviceAutomation.job.create)',
    );
  });
});
