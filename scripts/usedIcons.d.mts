import type { Plugin } from 'esbuild';

/** The icons used in a stylesheet of the pages, with their characters in the font. */
export function iconsIn(css: string): Map<string, string>;

/** Removes all but these icons from VS Code's icon font, which has more than 500. */
export function usedIcons(stylesheet: string): Plugin;
