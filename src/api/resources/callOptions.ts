export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ReplaceOptions<T> extends CallOptions {
  /** Called with the object just before it is replaced; if it throws, nothing is sent. */
  readonly check?: (current: T) => void;
}
