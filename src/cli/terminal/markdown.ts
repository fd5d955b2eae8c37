/** Lines as a code block, in which nothing is markup; the fence is longer than any in the lines. */
export function codeBlock(lines: readonly string[], language = ''): readonly string[] {
  const longest = Math.max(2, ...Array.from(lines.join('\n').matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines, fence];
}

/** An error instead of a result, so that a comment is never empty. */
export function markdownFailure(title: string, message: string): readonly string[] {
  return [`### ${title}`, '', ...codeBlock(message.split('\n'))];
}
