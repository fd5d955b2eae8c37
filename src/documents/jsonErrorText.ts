import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';
import { localizer } from '../platform/localize.ts';

const { t } = localizer;

const texts: Readonly<Record<string, () => string>> = {
  InvalidSymbol: () => t('unknown word'),
  InvalidNumberFormat: () => t('invalid number'),
  PropertyNameExpected: () => t('a property name is missing'),
  ValueExpected: () => t('a value is missing'),
  ColonExpected: () => t('a colon is missing'),
  CommaExpected: () => t('a comma is missing'),
  CloseBraceExpected: () => t('a closing brace is missing'),
  CloseBracketExpected: () => t('a closing bracket is missing'),
  EndOfFileExpected: () => t('unexpected text after the end'),
  InvalidCommentToken: () => t('comments are not allowed in JSON'),
  UnexpectedEndOfComment: () => t('comments are not allowed in JSON'),
  UnexpectedEndOfString: () => t('the closing quotation mark is missing'),
  UnexpectedEndOfNumber: () => t('invalid number'),
  InvalidUnicode: () => t('invalid Unicode character'),
  InvalidEscapeCharacter: () => t('invalid escape sequence'),
  InvalidCharacter: () => t('this character is not allowed here'),
};

/** What is wrong with JSON text, as a clause. */
export function jsonErrorText(code: ParseErrorCode): string {
  const name = printParseErrorCode(code);
  return texts[name]?.() ?? name;
}
