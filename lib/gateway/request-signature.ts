import { createHash, randomBytes, sign } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { publicOrigin } from '@/lib/core/public-origin';
import { requestKeys } from '@/lib/core/signing-keys';

/** A server accepts a signature for so long after its request was made. */
const VALID_S = 60;
const NONCE_BYTES = 64;

/**
 * Headers that prove that a request is from this platform: an HTTP message signature (RFC 9421) with the tag
 * `web-bot-auth`, over method, authority, path, query, the hash of the body and the address of our keys.
 *
 * Every call to another server is signed. The components are always these, so the text that is signed (section 2.5) is written here:
 * a library that serializes any components takes longer than the signature itself.
 * @returns Signature, Signature-Input, Signature-Agent, and Content-Digest (RFC 9530) of a body
 */
export function signRequest(request: {
  method: string;
  url: URL;
  body: string | Uint8Array | null;
}): Record<string, string> {
  const { method, url, body } = request;
  const [key] = requestKeys();
  const headers: Record<string, string> = { 'signature-agent': `"${publicOrigin()}"` };
  if (body !== null) headers['content-digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const components = {
    '@method': method,
    '@authority': url.host,
    '@path': url.pathname,
    '@query': url.search === '' ? '?' : url.search,
    ...headers,
  };
  const names = Object.keys(components).map((name) => `"${name}"`);
  const createdS = Math.floor(now().getTime() / 1000);
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const input =
    `(${names.join(' ')});created=${createdS};expires=${createdS + VALID_S};nonce="${nonce}"` +
    `;keyid="${key.thumbprint}";alg="ed25519";tag="web-bot-auth"`;
  const lines = Object.entries(components).map(([name, value]) => `"${name}": ${value}\n`);
  const signature = sign(null, Buffer.from(`${lines.join('')}"@signature-params": ${input}`), key.privateKey);
  return { ...headers, signature: `sig1=:${signature.toString('base64')}:`, 'signature-input': `sig1=${input}` };
}
