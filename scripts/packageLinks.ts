import { posix } from 'node:path';

/** The relative links and pictures of the pages in a package that lead to none of its files, case included. */
export function brokenLinks(files: ReadonlyMap<string, Buffer>): string[] {
  const pages = [...files].filter(([name]) => name.endsWith('.md'));
  return pages.flatMap(([page, content]) =>
    linksIn(content.toString('utf8'))
      .filter(link => !files.has(posix.join(posix.dirname(page), link)))
      .map(link => `${page} links to ${link}, which is not in the package`),
  );
}

/** The targets of the relative links of a page, without their anchors. Those in code are no links. */
export function linksIn(page: string): string[] {
  const text = page.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const markdown = text.matchAll(/\]\(([^)\s]+)[^)]*\)/g);
  const references = text.matchAll(/^\[[^\]]+\]: (\S+)/gm);
  const html = text.matchAll(/\b(?:src|href)="([^"]+)"/g);
  return [...markdown, ...references, ...html]
    .map(([, target = '']) => decodeURI(target.replace(/#.*$/, '')))
    .filter(target => target !== '' && !/^[\w+.-]+:/.test(target));
}
