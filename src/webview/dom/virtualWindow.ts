/** A list of equal rows of which only those in view, and a few around, are in the page. */
export interface ListGeometry {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly scrollTop: number;
}

const rowsAround = 4;

/** The rows from `first` to before `end`. */
export function visibleRows({ count, rowHeight, viewHeight, scrollTop }: ListGeometry) {
  const top = Math.max(0, scrollTop);
  const first = Math.min(count, Math.max(0, Math.floor(top / rowHeight) - rowsAround));
  const end = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + rowsAround);
  return { first: Math.min(first, end), end };
}

/** The scroll position nearest to the present one at which the row is wholly in view. */
export function scrollTopFor(row: number, { rowHeight, viewHeight, scrollTop }: ListGeometry): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  const lowest = top + rowHeight - viewHeight;
  return lowest > scrollTop ? lowest : scrollTop;
}
