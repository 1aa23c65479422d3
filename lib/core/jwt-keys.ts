import { createHmac } from 'node:crypto';
import { env } from './env';
import { once } from './globals';

export interface JwtKey {
  /** Names the key in a token's header. */
  kid: string;
  secret: Uint8Array;
}

/** HS256 asks for at least as many bits as its hash has. */
const MIN_SECRET_BYTES = 32;

const NAMED_KEY = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/;

/** `kid:base64`; a bare secret is taken as it is and gets a name that reveals nothing of it. */
function toKey(word: string): JwtKey {
  const [, name, encoded] = NAMED_KEY.exec(word) ?? [];
  const secret = Buffer.from(encoded ?? word, encoded === undefined ? 'utf8' : 'base64');
  if (secret.length < MIN_SECRET_BYTES)
    throw new Error(
      `Each of JWT_KEYS needs at least ${MIN_SECRET_BYTES} bytes: a name, a colon and what \`openssl rand -base64 32\` prints.`,
    );
  return { kid: name ?? createHmac('sha256', secret).update('kid').digest('base64url').slice(0, 12), secret };
}

/**
 * The keys of JWT_KEYS in order: the first signs, all verify, so that they can be rotated without ending tokens.
 * @throws Error when no key is set, one is too short, or two have one name
 */
export function jwtKeys(): [JwtKey, ...JwtKey[]] {
  return once('jwt-keys', () => {
    const keys = env().JWT_KEYS.map(toKey);
    const repeated = keys.find(({ kid }, index) => keys.findIndex((other) => other.kid === kid) !== index);
    if (repeated)
      throw new Error(`JWT_KEYS has two keys with the name ${repeated.kid}. Give each one a name of its own.`);
    const [first, ...others] = keys;
    if (!first) throw new Error('JWT_KEYS is empty; see .env.example.');
    return [first, ...others];
  });
}
