/** Processes all items, up to `atOnce` at a time. After a failure no further item is started. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async () => {
    for (let next = rest.next(); !next.done && !hasFailed; next = rest.next()) await work(next.value);
  };
  const end = (error: unknown) => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: atOnce }, () => worker().catch(end)));
}
