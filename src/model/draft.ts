/** The JSON value of a document: the write shape of a job or a group. */
export type Draft = Readonly<Record<string, unknown>>;
