import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  besideName,
  iconFreeText,
  markdownText,
  noticeText,
} from '../../../src/workbench/platform/safeText.ts';

/** The pattern with which VS Code finds links in notifications, prompts and view messages. */
const linkInNotice = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

/** The pattern with which VS Code finds icons in labels; a backslash in front escapes them. */
const icon = /(?<!\\)\$\([a-z0-9~-]+\)/i;

describe('text from a server', () => {
  it('becomes no link in a notification', () => {
    const attacks = [
      '[x](command:a.b)',
      '[x]\u200e(https://evil.example)',
      '[x]\u202e](command:a)',
      '[x]\n(file:///x)',
    ];
    for (const attack of attacks) assert.doesNotMatch(noticeText(attack), linkInNotice);
    assert.equal(noticeText('[x](command:a.b)'), '[x] (command:a.b)');
    const text = fc.array(
      fc.constantFrom('[', ']', '(', ')', '](', 'x', '\u200e', 'command:a', 'https://e.x'),
    );
    fc.assert(fc.property(text, parts => !linkInNotice.test(noticeText(parts.join('')))));
  });

  it('becomes no icon in a label', () => {
    const text = fc.array(fc.constantFrom('$', '(', ')', 'trash', '\\', '\u200e', '~spin', ' '));
    fc.assert(fc.property(text, parts => !icon.test(iconFreeText(parts.join('')))));
  });

  it('stays plain in Markdown: special characters are escaped, and URLs do not become links', () => {
    assert.equal(markdownText('https://a.b www.c a@b'), 'https\\:\\/\\/a\\.b www\\.c a\\@b');
    const sign = /[!-/:-@[-`{-~]/;
    fc.assert(
      fc.property(fc.string(), text => {
        const escaped = markdownText(text);
        assert.equal(sign.test(escaped.replaceAll(/\\[!-/:-@[-`{-~]/g, '')), false);
        assert.equal(escaped.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'), text);
      }),
    );
  });

  it('keeps the digits after a right-to-left name in place', () => {
    assert.equal(besideName('5 devices'), '\u200e5 devices');
  });
});
