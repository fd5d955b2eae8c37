import type { Plugin } from 'esbuild';

/** The icons that a stylesheet of the pages names, with their characters in the font. */
export function iconsIn(css: string): Map<string, string>;

/** Removes all but these icons from VS Code's icon font, which has more than 500. */
export function usedIcons(stylesheet: string): Plugin;
