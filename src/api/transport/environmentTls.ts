/** Whether the environment disables the check of certificates in this process (decision 36). */
export function disablesCertificates(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}
