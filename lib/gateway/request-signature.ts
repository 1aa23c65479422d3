import { createHash, randomBytes, sign } from 'node:crypto';
import { createSignatureSync } from 'http-message-sig';
import { now } from '@/lib/core/clock';
import { publicOrigin } from '@/lib/core/public-origin';
import { requestKeys } from '@/lib/core/signing-keys';

/** A server accepts a signature for so long after its request was made. */
const VALID_S = 60;
const NONCE_BYTES = 64;

/**
 * Headers that prove that a request is from this platform: an HTTP message signature (RFC 9421) with the tag
 * `web-bot-auth`, over method, authority, path, query, the hash of the body and the address of our keys.
 * @returns Signature, Signature-Input, Signature-Agent, and Content-Digest (RFC 9530) of a body
 */
export function signRequest(request: {
  method: string;
  url: URL;
  body: string | Uint8Array | null;
}): Record<string, string> {
  const { method, url, body } = request;
  const [key] = requestKeys();
  const createdS = Math.floor(now().getTime() / 1000);
  const headers: Record<string, string> = { 'signature-agent': `"${publicOrigin()}"` };
  if (body !== null) headers['content-digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const { signature, signatureInput } = createSignatureSync(
    {
      kind: 'request',
      method,
      targetUri: url.href,
      fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
    },
    {
      label: 'sig1',
      components: ['@method', '@authority', '@path', '@query', ...Object.keys(headers)],
      parameters: {
        created: createdS,
        expires: createdS + VALID_S,
        nonce: randomBytes(NONCE_BYTES).toString('base64'),
        keyid: key.thumbprint,
        alg: 'ed25519',
        tag: 'web-bot-auth',
      },
      signer: { algorithm: 'ed25519', sign: (data) => sign(null, data, key.privateKey) },
    },
  );
  return { ...headers, signature, 'signature-input': signatureInput };
}
