/**
 * `rfc`: RFC 5545 as specified. `django`: as a Django server's recurrence field probably reads it, ignoring TZID,
 * with times without Z in the server's zone, and with DTSTART and DTEND as occurrences.
 */
export type Dialect = 'rfc' | 'django';
