import { isAsExpression, isTypeAssertion, type Node, type SourceFile } from 'typescript/unstable/ast';
import { nodesIn, placeOf } from './sourceProgram.ts';

/** Every place that claims a type which the compiler cannot check: casts, and objects built by `Object.create`. */
export function untypedPlaces(file: SourceFile): string[] {
  const casts = nodesIn(file, (node): node is Node => isCast(node, file));
  const created = [...file.text.matchAll(/Object\.(?:create|setPrototypeOf)\(/g)];
  return [
    ...casts.map(node => `${placeOf(file, node)}: ${node.getText(file)}`),
    ...created.map(([text]) => `${placeOf(file, file)}: ${text}`),
  ];
}

function isCast(node: Node, file: SourceFile): boolean {
  return isTypeAssertion(node) || (isAsExpression(node) && node.type.getText(file) !== 'const');
}
