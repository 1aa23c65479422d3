import { newId } from '@/lib/core/ids';
import { canonicalJson, type JsonObject } from '@/lib/core/json';
import { listSealed, lockPair, transaction, upsertCredential } from './credentials.repo';
import { type AuthMethod, type CredentialUse, MAX_CREDENTIALS, type OpenedCredential } from './credentials.schema';
import { announceCredentials, openRow } from './credentials.service';
import { valuesOf } from './secret-fields';
import { credentialOwner, encryptSecret } from './vault';

const LABEL = 'captured';

/**
 * Stores the credential fields of a registration or a login that succeeded. They are merged into the credential with the
 * same identity and origin, else into a new one; the first of an experience becomes the default one. Nothing is written when
 * nothing is new, or when the agent has no room for another credential.
 * Specification: gateway-tool-contract.md, Auto-credential persistence.
 */
export async function captureCredential({ origin, ...pair }: CredentialUse, fields: JsonObject): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  const isStored = await transaction(async (client) => {
    await lockPair(client, pair);
    const opened = (await listSealed(pair, client)).flatMap((row) => openRow(row, pair) ?? []);
    const same = opened.find((credential) => credential.origin === origin && isSameAccount(credential, fields));
    const secret = { ...same?.secret, ...fields };
    if (same && canonicalJson(same.secret) === canonicalJson(secret)) return false;
    if (!same && opened.length >= MAX_CREDENTIALS) return false;
    await upsertCredential(client, {
      id: newId(),
      ...pair,
      origin,
      label: same?.label ?? freeLabel(opened),
      authMethod: same?.authMethod ?? methodOf(secret),
      sealed: encryptSecret(secret, credentialOwner(pair)),
      isDefault: same || opened.some(({ isDefault }) => isDefault) ? null : true,
    });
    return true;
  });
  if (isStored) await announceCredentials(pair);
}

/** An account is known by any of its identities. Without one, the captured fields belong to what was captured so before. */
function isSameAccount({ authMethod, label, secret }: OpenedCredential, fields: JsonObject): boolean {
  if (authMethod === 'bearer_token') return false;
  const [known, given] = [valuesOf(secret, 'identity'), valuesOf(fields, 'identity')];
  if (given.length === 0) return known.length === 0 && label.startsWith(LABEL);
  return given.some((identity) => known.includes(identity));
}

function freeLabel(opened: readonly OpenedCredential[]): string {
  const taken = new Set(opened.map(({ label }) => label));
  for (let number = 1; ; number++) {
    const label = number === 1 ? LABEL : `${LABEL} ${number}`;
    if (!taken.has(label)) return label;
  }
}

function methodOf(secret: JsonObject): AuthMethod {
  const isPair = 'username' in secret && 'password' in secret;
  return isPair ? 'username_password' : 'custom';
}
