import assert from 'node:assert/strict';
import { TestDocument } from '../support/fileSystemDesk.ts';

const { documentEvents, person } = await import('../../../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../../../src/documents/documentUri.ts');
const { wakeJsonLanguage } = await import('../../../../src/documents/language/jsonLanguage.ts');

class LanguageDocument extends TestDocument {
  readonly languageId: string;
  constructor(languageId: string) {
    super(objectUri('plant', 'job', 1, 'One'), '{}');
    this.languageId = languageId;
  }
}

describe('VS Code’s JSON support', () => {
  afterEach(() => {
    person.documents.length = 0;
    person.extensions.clear();
  });

  it('is activated with the first document of ours, also with one that was open before', () => {
    let activated = 0;
    const json = {
      isActive: false,
      activate: async () => {
        activated += 1;
        json.isActive = true;
      },
    };
    person.extensions.set('vscode.json-language-features', json);
    person.documents.push(new LanguageDocument('json'));
    wakeJsonLanguage().dispose();
    assert.equal(activated, 0);
    const waking = wakeJsonLanguage();
    documentEvents.opened.fire(new LanguageDocument('device-automation-group'));
    documentEvents.opened.fire(new LanguageDocument('device-automation-job'));
    waking.dispose();
    assert.equal(activated, 1);
    json.isActive = false;
    documentEvents.opened.fire(new LanguageDocument('device-automation-job'));
    assert.equal(activated, 1);
    person.documents.push(new LanguageDocument('device-automation-job'));
    wakeJsonLanguage().dispose();
    assert.equal(activated, 2);
  });

  it('may be disabled', () => {
    person.documents.push(new LanguageDocument('device-automation-job'));
    wakeJsonLanguage().dispose();
  });
});
