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

/** The values of context keys; any other key is unset. */
export type Context = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Whether a clause holds, as VS Code evaluates it. */
export function holds(when: string | undefined, context: Context): boolean {
  if (when === undefined) return true;
  const tokens = when.match(tokenPattern) ?? [];
  const next = () => tokens.shift() ?? '';
  const anyOf = (): boolean => {
    let value = allOf();
    while (tokens[0] === '||') {
      next();
      value = allOf() || value;
    }
    return value;
  };
  const allOf = (): boolean => {
    let value = term();
    while (tokens[0] === '&&') {
      next();
      value = term() && value;
    }
    return value;
  };
  const term = (): boolean => {
    const token = next();
    if (token === '!') return !term();
    if (token !== '(') return compare(token);
    const value = anyOf();
    if (next() !== ')') throw new Error(`A parenthesis is open in "${when}"`);
    return value;
  };
  const compare = (key: string): boolean => {
    const value = context[key] ?? false;
    const operator = /^(?:==|!=|=~|in)$/.test(tokens[0] ?? '') ? next() : '';
    if (operator === '') return key !== 'false' && value !== false && value !== '';
    const right = next().replace(/^'(.*)'$/, '$1');
    if (operator === '=~') return new RegExp(right.slice(1, right.lastIndexOf('/'))).test(String(value));
    if (operator === 'in') return [context[right] ?? []].flat().some(each => each === value);
    return (String(value) === right) === (operator === '==');
  };
  const value = anyOf();
  if (tokens.length > 0) throw new Error(`Not understood in the when clause "${when}": ${tokens.join(' ')}`);
  return value;
}

const tokenPattern = /\|\||&&|==|!=|=~|[!()]|\/(?:\\.|[^/\\])+\/\w*|'[^']*'|[\w.:-]+/g;
