import { newId } from '@/lib/core/ids';
import { canonicalJson, isJsonObject, type JsonObject } from '@/lib/core/json';
import { listSealed, lockPair, transaction, upsertCredential } from './credentials.repo';
import { type AuthMethod, type CredentialUse, MAX_CREDENTIALS, type OpenedCredential } from './credentials.schema';
import { announceCredentials, openRow } from './credentials.service';
import { fieldRole, valuesOf } from './secret-fields';
import { credentialOwner, encryptSecret } from './vault';

const LABEL = 'captured';

/** The field in which a lasting secret is kept beside the one that worked, until it is confirmed. */
const UNCONFIRMED = 'unconfirmed';

/**
 * Stores the credential fields of a registration or a login that was not refused. They are merged into the credential with the
 * same identity and origin, else into a new one; the first of an experience becomes the default one. Nothing is written when
 * nothing is new, or when the agent has no room for another credential.
 * A lasting secret that worked is not replaced by another one until that one is confirmed: by the server, by a second call
 * with it, or because the server refuses the former.
 * Specification: gateway-tool-contract.md, Auto-credential persistence.
 * @param isConfirmed whether the server said that the call succeeded
 */
export async function captureCredential(
  { origin, ...pair }: CredentialUse,
  fields: JsonObject,
  isConfirmed: boolean,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  const isStored = await transaction(async (client) => {
    await lockPair(client, pair);
    const opened = (await listSealed(pair, client)).flatMap((row) => openRow(row, pair) ?? []);
    const same = opened.find((credential) => credential.origin === origin && isSameAccount(credential, fields));
    const secret = same ? mergeSecret(same.secret, fields, isConfirmed) : fields;
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

/**
 * Uses the unconfirmed secret of a credential whose own secret the server has refused. Returns whether there was one.
 */
export async function replaceRefusedSecret({ origin, ...pair }: CredentialUse, credentialId: string): Promise<boolean> {
  const isReplaced = await transaction(async (client) => {
    await lockPair(client, pair);
    const row = (await listSealed(pair, client)).find(({ id }) => id === credentialId);
    const refused = row && openRow(row, pair);
    const waiting = refused?.secret[UNCONFIRMED];
    if (!refused || refused.origin !== origin || !isJsonObject(waiting)) return false;
    const { [UNCONFIRMED]: _, ...former } = refused.secret;
    const { id, label, authMethod } = refused;
    const sealed = encryptSecret({ ...former, ...waiting }, credentialOwner(pair));
    await upsertCredential(client, { id, ...pair, origin, label, authMethod, sealed, isDefault: null });
    return true;
  });
  if (isReplaced) await announceCredentials(pair);
  return isReplaced;
}

/** The secret with new fields; other lasting secrets than those that worked are kept beside them until they are confirmed. */
function mergeSecret(current: JsonObject, fields: JsonObject, isConfirmed: boolean): JsonObject {
  const { [UNCONFIRMED]: waiting, ...confirmed } = current;
  const worked = valuesOf(confirmed, 'secret');
  const other = Object.entries(fields).filter(
    ([name, value]) => fieldRole(name) === 'secret' && !worked.includes(value),
  );
  const isRepeated = isJsonObject(waiting) && other.every(([name, value]) => waiting[name] === value);
  if (other.length === 0) return { ...current, ...fields };
  if (isConfirmed || worked.length === 0 || isRepeated) return { ...confirmed, ...fields };
  const rest = Object.entries(fields).filter(([name]) => fieldRole(name) !== 'secret');
  return { ...confirmed, ...Object.fromEntries(rest), [UNCONFIRMED]: Object.fromEntries(other) };
}

/** An account is known by any of its identities. Without one, the captured fields belong to what was captured so before. */
function isSameAccount({ authMethod, label, secret }: OpenedCredential, fields: JsonObject): boolean {
  if (authMethod === 'bearer_token') return false;
  const [current, given] = [valuesOf(secret, 'identity'), valuesOf(fields, 'identity')];
  if (given.length === 0) return current.length === 0 && label.startsWith(LABEL);
  return given.some((identity) => current.includes(identity));
}

function freeLabel(opened: readonly OpenedCredential[]): string {
  const labels = new Set(opened.map(({ label }) => label));
  for (let number = 1; ; number++) {
    const label = number === 1 ? LABEL : `${LABEL} ${number}`;
    if (!labels.has(label)) return label;
  }
}

function methodOf(secret: JsonObject): AuthMethod {
  const isPair = 'username' in secret && 'password' in secret;
  return isPair ? 'username_password' : 'custom';
}
