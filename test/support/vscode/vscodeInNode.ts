/**
 * Lets plain Node load modules that import `vscode`: they get the fake of the interruption tests. Import it for its
 * side effect, and then what needs it, with `await import(…)`.
 */
import { register } from 'node:module';

const fake = JSON.stringify(new URL('./vscodeFake.ts', import.meta.url).href);
const hooks = `export async function resolve(specifier, context, next) {
  return next(specifier === 'vscode' ? ${fake} : specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
