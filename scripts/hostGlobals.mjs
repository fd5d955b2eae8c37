/**
 * What the bundles of the extension know of the extension host's globals. VS Code has a `navigator` of its own there
 * that is `undefined`, and logs an error with the extension's name, before the first rows, whenever it is read.
 */
export const hostGlobals = { navigator: 'undefined' };
