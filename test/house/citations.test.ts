import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProjectFile, projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';

const readText = (path: string) => readFileSync(join(projectDirectory, path), 'utf8');

function headings(path: string): ReadonlySet<string> {
  return new Set(Array.from(readText(path).matchAll(/^## (.+)$/gm), ([, heading = '']) => heading));
}

const decisions = new Set(
  Array.from(headings('docs/decisions.md'), heading => Number.parseInt(heading, 10)).filter(Number.isInteger),
);
const sections = headings('docs/api.md');

function decisionsCited(text: string): number[] {
  const cited = text.matchAll(/\bdecisions?[\s*/]+(\d+(?:(?:,\s*|[\s*/]+and[\s*/]+)\d+)*)/gi);
  return [...cited].flatMap(([, numbers = '']) => (numbers.match(/\d+/g) ?? []).map(Number));
}

function sectionsCited(text: string): string[] {
  const quoted = text.matchAll(/docs\/api\.md,[\s*/]+"([^"]+)"/g);
  const linked = text.matchAll(/api\.md#([\w-]+)/g);
  return [...quoted, ...linked].map(([, section = '']) => section.replaceAll(/[\s*/]+/g, ' '));
}

/** Citations whose target does not exist. */
function danglingCitations(text: string): string[] {
  const anchors = [...sections].map(section => section.toLowerCase().replaceAll(' ', '-'));
  const isSection = (cited: string) => sections.has(cited) || anchors.includes(cited);
  return [
    ...decisionsCited(text)
      .filter(number => !decisions.has(number))
      .map(number => `decision ${number}`),
    ...sectionsCited(text).filter(cited => !isSection(cited)),
  ];
}

function files(): ProjectFile[] {
  const documents = readdirSync(join(projectDirectory, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`);
  return [
    ...['src', 'test'].flatMap(typeScriptFiles),
    ...[...documents, 'test/faults.md', 'README.md', 'CHANGELOG.md'].map(path => ({
      path,
      text: readText(path),
    })),
  ];
}

describe('what comments, tests and documents cite', () => {
  it('is in the repository', () => {
    const cited = files().filter(({ path }) => !path.endsWith('citations.test.ts'));
    const dangling = cited.flatMap(({ path, text }) =>
      danglingCitations(text).map(citation => `${path} cites ${citation}`),
    );
    assert.deepEqual(dangling, []);
    assert.ok(cited.flatMap(({ text }) => decisionsCited(text)).length > 100);
    assert.ok(cited.flatMap(({ text }) => sectionsCited(text)).length > 20);
  });

  it('is an API that is described here, not an unnamed "contract"', () => {
    const vague = typeScriptFiles('src')
      .filter(({ text }) => /\bthe contract\b|\(contract,/i.test(text))
      .map(({ path }) => path);
    assert.deepEqual(vague, []);
  });
});
