import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { once } from './globals';
import { jwtKeys } from './jwt-keys';

/** A key that signs what others can check; its public half is published. */
export interface SigningKey {
  /** The first characters of the hash of the public key. */
  kid: string;
  /** The JWK thumbprint of the public key (RFC 7638). */
  thumbprint: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** PKCS #8 of an Ed25519 private key up to its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * One Ed25519 key for each of JWT_KEYS: the first signs, all verify. They rotate with it and need no setting of their own.
 * @param purpose what is signed; each purpose has keys of its own
 */
export function signingKeys(purpose: string): readonly [SigningKey, ...SigningKey[]] {
  return once(
    `signing_keys.${purpose}`,
    () => jwtKeys().map(({ secret }) => deriveKey(secret, purpose)) as [SigningKey, ...SigningKey[]],
  );
}

/** The keys that sign our calls to other servers: the first signs, all are published. */
export const requestKeys = () => signingKeys('botplay requests');

function deriveKey(secret: Uint8Array, purpose: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));
  const der = Buffer.concat([ED25519_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return {
    kid: hash(x).slice(0, 12),
    thumbprint: hash(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`),
    privateKey,
    publicKey,
  };
}
