import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { iconsIn, usedIcons } from '../../scripts/usedIcons.mjs';
import { isTakeout, projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';

const stylesheet = join(projectDirectory, 'src/pages/codicon.css');
const packaged = join(projectDirectory, 'node_modules/@vscode/codicons/dist/codicon.css');

describe('the icons of the pages', () => {
  const icons = iconsIn(readFileSync(stylesheet, 'utf8'));

  it('are those that the pages show', () => {
    const sources = typeScriptFiles('src')
      .filter(({ path }) => /^src\/(?:pages|contrib\/\w+\/page)\//.test(path))
      .map(({ text }) => text)
      .join('\n');
    const calls = [...sources.matchAll(/\b(?:icon|rowAction|arrow|withIcon)\(([^)]*)\)/g)].map(
      ([, given = '']) => given,
    );
    const named = calls.flatMap(given => [...given.matchAll(/'([\w-]+)'/g)].map(([, name]) => name));
    const written = [...sources.matchAll(/codicon codicon-(\w[\w-]*)/g)].map(([, name]) => name);
    const looks = ['src/workbench/platform/statusTexts.ts', 'src/contrib/history/common/runTexts.ts']
      .map(path => join(projectDirectory, path))
      .filter(existsSync)
      .map(path => readFileSync(path, 'utf8'))
      .join('\n');
    const statuses = [...looks.matchAll(/\['([\w-]+)(?:~spin)?', '/g)].map(([, name]) => name);
    const shown = new Set(
      [...named, ...written, ...statuses].filter(name => name !== undefined && !notIcons.has(name)),
    );
    const [styled, needed] = [[...icons.keys()], [...shown].sort()];
    // Without a contribution, its icons remain.
    assert.deepEqual(isTakeout ? styled.filter(name => shown.has(name)) : styled, needed);
  });

  it('have the characters of VS Code’s icons', () => {
    const rules = readFileSync(packaged, 'utf8');
    for (const [name, character] of icons) {
      const code = character.codePointAt(0)?.toString(16);
      assert.ok(rules.includes(`.codicon-${name}:before { content: "\\${code}" }`), name);
    }
  });

  it('are the only ones in the font that is built', async () => {
    const { outputFiles } = await build({
      entryPoints: [stylesheet],
      bundle: true,
      outdir: 'out',
      plugins: [usedIcons(stylesheet)],
      write: false,
      logLevel: 'silent',
    });
    // The font is inlined into the style sheet, which is inlined into the pages.
    assert.equal(outputFiles.length, 1);
    const font = /url\("?data:font\/ttf;base64,([^")]+)"?\)/.exec(outputFiles[0]?.text ?? '')?.[1];
    assert.ok(font !== undefined);
    // One glyph for each icon, and the empty one.
    assert.equal(glyphsIn(Buffer.from(font, 'base64')), icons.size + 1);
  });
});

/** The other strings in these calls: row actions and row kinds. */
const notIcons = new Set(['name', 'remove', 'typed']);

/** `numGlyphs` of the table `maxp`. */
function glyphsIn(font: Buffer): number {
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + tables * 16; at += 16)
    if (font.toString('latin1', at, at + 4) === 'maxp')
      return font.readUInt16BE(font.readUInt32BE(at + 8) + 4);
  throw new Error('The font has no table of its glyphs.');
}
