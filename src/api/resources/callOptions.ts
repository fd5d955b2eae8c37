export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ReplaceOptions<T> extends CallOptions {
  /** The object as it was just read; by default, it is read first. */
  readonly current?: T;
}
