/**
 * `rfc`: RFC 5545 as written. `django`: as a Django server's recurrence field most likely reads it:
 * TZID ignored, times without Z in the server's zone, DTSTART and DTEND being occurrences.
 */
export type Dialect = 'rfc' | 'django';
