import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';
import { localizer } from '../platform/localize.ts';

const { t } = localizer;

const texts: Readonly<Record<string, () => string>> = {
  InvalidSymbol: () => t('this word means nothing in JSON'),
  InvalidNumberFormat: () => t('this is not a number'),
  PropertyNameExpected: () => t('the name of a field is missing'),
  ValueExpected: () => t('a value is missing'),
  ColonExpected: () => t('a colon is missing'),
  CommaExpected: () => t('a comma is missing'),
  CloseBraceExpected: () => t('a closing brace is missing'),
  CloseBracketExpected: () => t('a closing bracket is missing'),
  EndOfFileExpected: () => t('the text goes on after its end'),
  InvalidCommentToken: () => t('there are no comments in JSON'),
  UnexpectedEndOfComment: () => t('there are no comments in JSON'),
  UnexpectedEndOfString: () => t('the closing quotation mark is missing'),
  UnexpectedEndOfNumber: () => t('this is not a number'),
  InvalidUnicode: () => t('this is not a Unicode character'),
  InvalidEscapeCharacter: () => t('there is no such escape sequence'),
  InvalidCharacter: () => t('this character may not stand here'),
};

/** What is wrong with JSON text, as a clause. */
export function jsonErrorText(code: ParseErrorCode): string {
  const name = printParseErrorCode(code);
  return texts[name]?.() ?? name;
}
