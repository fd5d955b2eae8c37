export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ReplaceOptions<T> extends CallOptions {
  /** Called with the object as it is just before it is replaced; nothing is sent when it throws. */
  readonly check?: (current: T) => void;
}
