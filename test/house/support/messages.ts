import { SyntaxKind } from 'typescript/unstable/ast';
import { isCallExpression } from 'typescript/unstable/ast/is';
import type { Type } from 'typescript/unstable/sync';
import { literalTexts, nodesIn, placeOf, readSource } from './sourceProgram.ts';

/** A localizer call in src: its possible texts are the translation keys. */
export interface MessageCall {
  readonly method: 't' | 'plural';
  /** Empty if the text is only known at run time, so that it may have no translation. */
  readonly keys: readonly string[];
  readonly place: string;
}

/**
 * Finds every call of `Localizer.t` and `Localizer.plural` in src. The compiler determines what the first argument can
 * be, so literals, choices between literals and tables of literals count, whatever they are named.
 */
export function findMessageCalls(): MessageCall[] {
  return readSource((file, checker) => {
    const calls = nodesIn(file, isCallExpression);
    const callees = checker.getTypeAtLocation(calls.map(call => call.expression));
    return calls.flatMap((call, index) => {
      const method = localizerMethod(callees[index]);
      const [message] = call.arguments;
      if (method === undefined || message === undefined) return [];
      const keys = literalTexts(checker.getTypeAtLocation(message));
      return [{ method, keys, place: placeOf(file, call) }];
    });
  });
}

/** The `Localizer` method that has this type, even if it was destructured or passed on. */
function localizerMethod(type: Type | undefined): 't' | 'plural' | undefined {
  const symbol = type?.getSymbol();
  if (symbol?.name !== 't' && symbol?.name !== 'plural') return undefined;
  const isLocalizers = symbol.declarations.some(
    ({ kind, path }) => kind === SyntaxKind.MethodSignature && path.endsWith('src/base/localizer.ts'),
  );
  return isLocalizers ? symbol.name : undefined;
}
