/**
 * The first index below `end` for which `isReached` holds, or `end` if there is none. A binary search: it must also hold
 * for all later ones.
 */
export function firstIndex(end: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
