import assert from 'node:assert/strict';
import fc from 'fast-check';
import { agentText, agentValue, scheduleLines } from '../../../src/contrib/agents/common/agentText.ts';

describe('server text for a model', () => {
  it('is one line without anything invisible, and never longer than its limit', () => {
    const anyText = fc
      .array(fc.integer({ min: 0, max: 0x10ffff }))
      .map(codes => String.fromCodePoint(...codes));
    fc.assert(
      fc.property(anyText, text => {
        const shown = agentText(text, 40);
        assert.ok(Array.from(shown).length <= 40);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
      }),
    );
  });

  it('shows what a name hides: characters of no width, tags, and another direction', () => {
    const hidden = Array.from('stop', letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
      '',
    );
    assert.equal(agentText(`PC${hidden.slice(0, 2)}`), 'PC<U+E0073>');
    assert.equal(agentText('a\u200bb'), 'a<U+200B>b');
    assert.equal(agentText('a\u202eb\nc'), 'ab c');
  });

  it('keeps names in any language', () => {
    for (const name of ['Ночное обновление', '夜間更新', 'مهمة', 'Größe'])
      assert.equal(agentText(name), name);
  });

  it('says how much of a list or a schedule is left out', () => {
    assert.deepEqual(agentValue([1, 2, 3], 10, 2), [1, 2, '… 1 more']);
    const lines = Array.from({ length: 60 }, (_, index) => `RDATE:202601${index}`);
    assert.match(scheduleLines(lines.join('\n')), /… 20 more lines$/);
  });
});
