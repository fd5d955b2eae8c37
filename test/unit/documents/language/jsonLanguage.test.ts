import assert from 'node:assert/strict';
import { TestDocument } from '../support/setup.ts';

const { documentEvents, user } = await import('../../../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../../../src/documents/documentUri.ts');
const { activateJsonLanguage } = await import('../../../../src/documents/language/jsonLanguage.ts');

class LanguageDocument extends TestDocument {
  readonly languageId: string;
  constructor(languageId: string) {
    super(objectUri('plant', 'job', 1, 'One'), '{}');
    this.languageId = languageId;
  }
}

describe('VS Code’s JSON support', () => {
  const shown = (languageId: string) => user.editors.push({ document: new LanguageDocument(languageId) });
  const support = { isActive: false, activated: 0 };

  beforeEach(() => {
    Object.assign(support, { isActive: false, activated: 0 });
    const activate = async () => {
      support.activated += 1;
      support.isActive = true;
    };
    user.extensions.set('vscode.json-language-features', {
      get isActive() {
        return support.isActive;
      },
      activate,
    });
  });
  afterEach(() => {
    user.editors.length = 0;
    user.extensions.clear();
  });

  it('is activated with the first of our documents that is shown as text', () => {
    shown('json');
    const waking = activateJsonLanguage();
    assert.equal(support.activated, 0);
    shown('device-automation-group');
    documentEvents.visible.fire();
    shown('device-automation-job');
    documentEvents.visible.fire();
    waking.dispose();
    assert.equal(support.activated, 1);
    support.isActive = false;
    documentEvents.visible.fire();
    documentEvents.opened.fire(new LanguageDocument('device-automation-job'));
    assert.equal(support.activated, 1);
  });
});
