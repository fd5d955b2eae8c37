/** Removes steps, fewer and fewer at a time, as long as the rest still fails. */
export async function shrink<T>(
  steps: readonly T[],
  fails: (steps: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let rest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < rest.length; ) {
      const fewer = [...rest.slice(0, start), ...rest.slice(start + size)];
      if (await fails(fewer)) rest = fewer;
      else start += size;
    }
  }
  return rest;
}
