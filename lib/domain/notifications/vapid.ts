import { createECDH, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { publicOrigin } from '@/lib/core/public-origin';

/** Order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const VALID_S = 12 * 3_600;

/**
 * The pair of keys by which push services know this site. It is derived from IDENTITY_KEY, which all processes share and which is not
 * replaced either: browsers are bound to the public key.
 */
function keyPair(): { privateKey: Buffer; publicKey: Buffer } {
  return once('notifications.vapid', () => {
    const bytes = Buffer.from(hkdfSync('sha256', env().IDENTITY_KEY, '', 'vapid', 48));
    const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
    const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey);
    return { privateKey, publicKey: curve.getPublicKey() };
  });
}

/** The public key that browsers subscribe with, base64url. */
export const vapidPublicKey = (): string => keyPair().publicKey.toString('base64url');

/** The header that says to a push service who sends (RFC 8292). */
export async function vapidAuthorization(endpoint: string): Promise<string> {
  const { privateKey, publicKey } = keyPair();
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)];
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey.toString('base64url') };
  const key = await importJWK({ ...jwk, x: x.toString('base64url'), y: y.toString('base64url') }, 'ES256');
  const origin = publicOrigin();
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(origin.startsWith('https://') ? origin : 'mailto:operator@localhost')
    .setExpirationTime(Math.floor(now().getTime() / 1000) + VALID_S)
    .sign(key);
  return `vapid t=${token}, k=${vapidPublicKey()}`;
}
