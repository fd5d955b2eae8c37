/** The prefix of workspace memory keys for watched jobs, followed by a server ID. */
export const watchedKeyPrefix = 'watched:';
