/**
 * The values of the extension host's globals for the bundles of the extension. Its `navigator` is `undefined`, and
 * whenever it is read, also before the first rows, VS Code logs an error with the extension's name.
 */
export const hostGlobals = { navigator: 'undefined' };
