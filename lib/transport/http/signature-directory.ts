import { sign } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import { now } from '@/lib/core/clock';
import { requestKeys, type SigningKey } from '@/lib/core/signing-keys';

const VALID_S = 300;
const TAG = 'http-message-signatures-directory';

/**
 * The keys with which the platform signs its calls to experiences, players and webhooks, as a JSON Web Key Set, signed by each of
 * them, so that a copy at another address is worth nothing. draft-meunier-http-message-signatures-directory
 * @param origin our origin, as the caller reached it
 */
export function signatureDirectory(origin: string): Response {
  const url = `${origin}/.well-known/http-message-signatures-directory`;
  const keys = requestKeys().map(({ publicKey, thumbprint }) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid: thumbprint,
    use: 'sig',
  }));
  const signatures = requestKeys().map((key, index) => signAuthority(key, `sig${index + 1}`, url));
  return new Response(JSON.stringify({ keys }), {
    headers: {
      'content-type': 'application/http-message-signatures-directory+json',
      'cache-control': 'public, max-age=60',
      signature: signatures.map(({ signature }) => signature).join(', '),
      'signature-input': signatures.map(({ signatureInput }) => signatureInput).join(', '),
    },
  });
}

function signAuthority({ thumbprint, privateKey }: SigningKey, label: string, url: string) {
  const created = Math.floor(now().getTime() / 1000);
  return createSignatureSync(
    {
      kind: 'response',
      status: 200,
      fields: [],
      request: { kind: 'request', method: 'GET', targetUri: url, fields: [] },
    },
    {
      label,
      components: [component('@authority', { req: true })],
      parameters: { created, expires: created + VALID_S, keyid: thumbprint, alg: 'ed25519', tag: TAG },
      signer: { algorithm: 'ed25519', sign: (data) => sign(null, data, privateKey) },
    },
  );
}
