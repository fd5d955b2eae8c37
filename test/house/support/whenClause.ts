/** One comparison in a `when` clause; a bare key, with or without `!`, has no operator. */
export interface Condition {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
}

const conditionPattern = /^(?<key>[\w.-]+)(?:\s*(?<operator>==|!=|=~|in|not in|[<>]=?)\s*(?<value>.+))?$/;

/** The comparisons in a `when` clause, without the operators that join them. */
export function conditionsOf(when: string): Condition[] {
  return splitClause(when).map(text => {
    const groups = conditionPattern.exec(text)?.groups;
    if (groups === undefined) throw new Error(`Not understood in the when clause "${when}": ${text}`);
    const { key = '', operator = '', value = '' } = groups;
    return { key, operator, value: value.replace(/^'(.*)'$/, '$1') };
  });
}

/** Splits at `&&`, `||`, parentheses and `!`, but not inside a regular expression or a quoted text. */
function splitClause(when: string): string[] {
  const parts = when.match(/(?:\/(?:\\.|[^/\\])+\/\w*|'[^']*'|!=|[^&|()!'/])+/g) ?? [];
  return parts.map(part => part.trim()).filter(part => part !== '');
}
