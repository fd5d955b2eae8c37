/**
 * Lets plain Node load what imports `vscode`: it gets as much of it as the windows of the interruption tests. To
 * be imported for its effect; what needs it is imported after it, by `await import(…)`.
 */
import { register } from 'node:module';

const fake = JSON.stringify(new URL('./vscodeFake.ts', import.meta.url).href);
const hooks = `export async function resolve(specifier, context, next) {
  return next(specifier === 'vscode' ? ${fake} : specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
