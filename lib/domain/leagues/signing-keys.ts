import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { once } from '@/lib/core/globals';
import { jwtKeys } from '@/lib/domain/keys';

/** A key that signs transcripts; its public half is published, so that anyone can check them. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** PKCS #8 of an Ed25519 private key up to its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** One Ed25519 key for each of JWT_KEYS: the first signs, all verify. They rotate with it and need no setting of their own. */
export function signingKeys(): readonly [SigningKey, ...SigningKey[]] {
  return once(
    'leagues.signing_keys',
    () => jwtKeys().map(({ secret }) => deriveKey(secret)) as [SigningKey, ...SigningKey[]],
  );
}

function deriveKey(secret: Uint8Array): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'botplay league transcripts', 32));
  const der = Buffer.concat([ED25519_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { kid: createHash('sha256').update(x).digest('base64url').slice(0, 12), privateKey, publicKey };
}
