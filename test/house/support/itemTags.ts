import { type Expression, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { literalTexts, nodesIn, placeOf, readSource } from './sourceProgram.ts';

/** One text that becomes part of a tree item's `contextValue`. */
export interface ItemTags {
  /** Every word that the value can contain. */
  readonly tags: readonly string[];
  /** Whether the compiler can determine all of them. */
  readonly isKnown: boolean;
  readonly place: string;
}

/** Where the words of a row and those of its marks are joined. */
const joining = 'workbench/trees/rowMarks.ts';
/** The properties that are joined there, and the module whose types have them. */
const joined = { context: 'rowMarks.ts', tag: 'objectMarks.ts', part: 'jobPoints.ts' } as const;
/** Where a row has the name of its part among its words. */
const partRows = 'workbench/trees/jobPartRow.ts';

/** The words that tree items put in their `contextValue`, for `viewItem` in `when` clauses. */
export function findItemTags(): ItemTags[] {
  return readSource((file, checker) => {
    const textsOf = (part: Expression) => literalTexts(checker.getTypeAtLocation(part));
    return textsIn(file).map(right => {
      const fixed = isTemplateExpression(right)
        ? [right.head.text, ...right.templateSpans.map(span => span.literal.text)]
        : [];
      const spans =
        isTemplateExpression(right) && !file.fileName.endsWith(partRows) ? right.templateSpans : [];
      const parts = isTemplateExpression(right) ? spans.map(span => span.expression) : [right];
      const choices = parts.map(textsOf);
      return {
        tags: [...fixed, ...choices.flat()].flatMap(text => text.split(/\s+/)).filter(tag => tag !== ''),
        isKnown: choices.every(texts => texts.length > 0),
        place: placeOf(file, right),
      };
    });
  });
}

function textsIn(file: SourceFile): Expression[] {
  const assigned = nodesIn(file, isBinaryExpression)
    .filter(
      ({ left, operatorToken }) =>
        !file.fileName.endsWith(joining) &&
        operatorToken.kind === SyntaxKind.EqualsToken &&
        isPropertyAccessExpression(left) &&
        left.name.getText(file) === 'contextValue',
    )
    .map(({ right }) => right);
  const given = nodesIn(file, isPropertyAssignment).filter(({ name }) =>
    Object.entries(joined).some(
      ([property, module]) =>
        isIdentifier(name) && name.getText(file) === property && file.text.includes(`/${module}'`),
    ),
  );
  return [...assigned, ...given.map(({ initializer }) => initializer)];
}
