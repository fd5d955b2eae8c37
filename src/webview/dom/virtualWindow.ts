/**
 * The geometry of a list of rows with equal heights, of which only the visible ones and a few around them are
 * rendered.
 */
export interface ListGeometry {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly scrollTop: number;
}

const rowsAround = 4;

/** The rows from `first` up to but not including `end`. */
export function visibleRows({ count, rowHeight, viewHeight, scrollTop }: ListGeometry) {
  const top = Math.max(0, scrollTop);
  const first = Math.min(count, Math.max(0, Math.floor(top / rowHeight) - rowsAround));
  const end = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + rowsAround);
  return { first: Math.min(first, end), end };
}

/** The scroll position nearest to the current one at which the row is fully visible. */
export function scrollTopFor(row: number, { rowHeight, viewHeight, scrollTop }: ListGeometry): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  const lowest = top + rowHeight - viewHeight;
  return lowest > scrollTop ? lowest : scrollTop;
}
