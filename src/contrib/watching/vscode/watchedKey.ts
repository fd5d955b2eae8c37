/** The prefix of the keys of the user's memory for watched jobs, followed by a server ID. */
export const watchedKeyPrefix = 'watched:';
