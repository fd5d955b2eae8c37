import { findSourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * A stack with positions in the test files instead of in their bundle. Node can map them, but VS Code's extension host
 * replaces Node's formatting of stacks with its own.
 */
export function sourceStack(stack: string): string {
  return stack.replace(
    /([^\s()]+\.cjs):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      const map = findSourceMap(file) ?? findSourceMap(pathToFileURL(file).href);
      const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}
