import { type Expression, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isPropertyAccessExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { literalTexts, nodesIn, placeOf, readSource } from './sourceProgram.ts';

/** One assignment of a tree item's `contextValue`. */
export interface ItemTags {
  /** Every word that the value can contain. */
  readonly tags: readonly string[];
  /** Whether the compiler can determine all of them. */
  readonly isKnown: boolean;
  readonly place: string;
}

/** The words that tree items put in their `contextValue`, for `viewItem` in `when` clauses. */
export function findItemTags(): ItemTags[] {
  return readSource((file, checker) => {
    const textsOf = (part: Expression) => literalTexts(checker.getTypeAtLocation(part));
    return nodesIn(file, isBinaryExpression)
      .filter(
        ({ left, operatorToken }) =>
          operatorToken.kind === SyntaxKind.EqualsToken &&
          isPropertyAccessExpression(left) &&
          left.name.getText(file) === 'contextValue',
      )
      .map(({ right }) => {
        const fixed = isTemplateExpression(right)
          ? [right.head.text, ...right.templateSpans.map(span => span.literal.text)]
          : [];
        const parts = isTemplateExpression(right)
          ? right.templateSpans.map(span => span.expression)
          : [right];
        const choices = parts.map(textsOf);
        return {
          tags: [...fixed, ...choices.flat()].flatMap(text => text.split(/\s+/)).filter(tag => tag !== ''),
          isKnown: choices.every(texts => texts.length > 0),
          place: placeOf(file, right),
        };
      });
  });
}
