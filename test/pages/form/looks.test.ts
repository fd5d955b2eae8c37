import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../../support/projectFiles.ts';
import { withFormPage } from '../support/formPage.ts';
import { boxOf } from '../support/pickers.ts';
import { useBrowser } from '../support/useBrowser.ts';

const sheet = readFileSync(join(projectDirectory, 'src/pages/form.css'), 'utf8');

/** The selectors of the style sheet, without pseudo-classes for focus and hover. */
function selectors(): readonly string[] {
  const rules = sheet
    .replace(/body\.vscode[^{]*\{[^}]*\}|\/\*.*?\*\//gs, '')
    .matchAll(/([^{}@;]+)\{[^{}]*\}/g);
  const written = [...rules].flatMap(([, selector = '']) => selector.split(/,(?![^(]*\))/));
  return [
    ...new Set(
      written.map(part => part.replace(/:(hover|focus(-visible)?)|::(placeholder|before|after)/g, '').trim()),
    ),
  ];
}

describe('the styles of forms', () => {
  useBrowser();

  it('each apply to something in a form', () =>
    withFormPage(
      async ({ page, deliver, edit }) => {
        const unseen = new Set(selectors());
        assert.ok(unseen.size > 50);
        const look = () => {
          for (const selector of unseen)
            if (document.querySelector(selector) !== null) unseen.delete(selector);
        };
        look();
        await page.click(boxOf(page, 'Add a policy by ID or label'));
        await page.press('{ArrowDown}');
        look();
        const status = { text: 'No.', canSave: true, keepBoth: 'no', version: 1 } as const;
        await deliver({ type: 'status', status: { ...status, kind: 'failed', conflict: '' } });
        look();
        await deliver({ type: 'status', status: { ...status, kind: 'failed', conflict: 'Changed.' } });
        look();
        await edit('{');
        look();
        assert.deepEqual([...unseen], []);
        assert.equal(document.querySelector('.undefined, #undefined'), null);
        assert.deepEqual(
          [...document.querySelectorAll('.codicon')].filter(
            icon => icon.getAttribute('aria-hidden') !== 'true',
          ),
          [],
          'what an icon says, the text beside it says',
        );
      },
      {
        text: '{"name": "", "enabled": true, "policies": [4], "peers": ["nobody"], "params": "RRULE:FREQ=DAILY"}',
        before: ({ memoryServer, session, state }) => {
          Object.assign(session.server, { production: true });
          memoryServer.jobs.set(2, { name: 'Two', policies: [4] });
          state.problems = ['policies', 'enabled'].map(field => ({
            path: [field],
            severity: 'error',
            text: 'Unknown.',
          }));
        },
      },
    ));
});
