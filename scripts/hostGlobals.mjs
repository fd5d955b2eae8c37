/**
 * Constants for the extension host's globals in the extension's bundles. Its `navigator` is `undefined`, and VS Code
 * logs an error with the extension's name whenever it is read.
 */
export const hostGlobals = { navigator: 'undefined' };
