import assert from 'node:assert/strict';
import { describeInner, innerField } from '../../../../src/webview/form/innerField.ts';
import { useBrowser } from '../support/useBrowser.ts';

function component() {
  return Object.assign(document.createElement('div'), { updateComplete: Promise.resolve() });
}

describe('the field inside a component', () => {
  useBrowser();

  for (const name of ['input', 'textarea']) {
    it(`has its message, and whether it is invalid: ${name}`, async () => {
      const shown = component();
      const root = shown.attachShadow({ mode: 'open' });
      const field = root.appendChild(document.createElement(name));
      assert.equal(innerField(shown), field);
      await describeInner(shown, 'Required', true);
      const description = root.getElementById(field.getAttribute('aria-describedby') ?? '');
      assert.deepEqual([description?.textContent, description?.hidden], ['Required', true]);
      assert.equal(field.getAttribute('aria-invalid'), 'true');
      await describeInner(shown, '', false);
      assert.equal(field.hasAttribute('aria-describedby'), false);
      assert.equal(field.getAttribute('aria-invalid'), 'false');
    });
  }

  it('has its message as soon as the component has drawn it', async () => {
    let field: Element | undefined;
    const updateComplete = Promise.resolve().then(() => {
      field = shown.attachShadow({ mode: 'open' }).appendChild(document.createElement('input'));
    });
    const shown = Object.assign(component(), { updateComplete });
    await describeInner(shown, 'Required', true);
    assert.equal(field?.hasAttribute('aria-describedby'), true);
  });

  it('may be absent: a component without one stays unchanged', async () => {
    const plain = component();
    assert.equal(innerField(plain), undefined);
    await describeInner(plain, 'Required', true);
    const empty = component();
    const root = empty.attachShadow({ mode: 'open' });
    await describeInner(empty, 'Required', true);
    assert.equal(root.childNodes.length, 0);
  });
});
