/** Error codes of RFC 6749, 7591 and 8707 that are answered here. */
export type OauthFaultCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal in the form of OAuth: clients read `code`, their developers `message`. */
export class OauthFault extends Error {
  override readonly name = 'OauthFault';
  readonly code: OauthFaultCode;

  constructor(code: OauthFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
