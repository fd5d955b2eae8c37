/**
 * A certificate that must not be trusted. The code tells whether the CA file or the server's certificate is at fault.
 */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: 'CERT_FILE_UNREADABLE' | 'CERT_NOT_THE_TRUSTED_ONE';

  constructor(code: CertificateError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
