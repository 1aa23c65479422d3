import { type ClientProof, OauthFault, type TokenRequest } from '@/lib/domain/oauth';

const BASIC = /^basic +([A-Za-z0-9+/=_-]+)\s*$/i;

/**
 * Reads the form of a token or revocation request and the proof of its client: in the form, or by HTTP Basic.
 * Specification: RFC 6749, 2.3.1 and 3.2.
 * @throws OauthFault invalid_request · invalid_client
 */
export function readTokenForm(text: string, authorization: string | null): Pick<TokenRequest, 'proof' | 'field'> {
  const form = new URLSearchParams(text);
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1)
      throw new OauthFault('invalid_request', `The parameter ${name.slice(0, 50)} is there twice.`);
  }
  const field = (name: string) => form.get(name);
  return { proof: readProof(field, authorization), field };
}

function readProof(field: (name: string) => string | null, authorization: string | null): ClientProof {
  const clientId = field('client_id');
  const secret = field('client_secret');
  if (authorization === null) {
    if (clientId === null || clientId === '') throw new OauthFault('invalid_client', 'client_id is missing.');
    const isSecret = secret !== null && secret !== '';
    return { clientId, secret: isSecret ? secret : null, method: isSecret ? 'client_secret_post' : 'none' };
  }
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) throw new OauthFault('invalid_client', 'The Authorization header is not HTTP Basic.');
  if (secret !== null) throw new OauthFault('invalid_request', 'The client proved itself twice.');
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const basic: ClientProof = { clientId: decode(id), secret: decode(rest.join(':')), method: 'client_secret_basic' };
  if (clientId !== null && clientId !== basic.clientId)
    throw new OauthFault('invalid_request', 'client_id is not that of the Authorization header.');
  return basic;
}

/** Both parts of Basic are form-encoded; clients that do not encode send nothing that decoding changes. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OauthFault('invalid_client', 'The Authorization header is not encoded correctly.');
  }
}
