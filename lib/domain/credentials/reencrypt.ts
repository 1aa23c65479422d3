import { log } from '@/lib/core/log';
import { listEncryptedOtherwise, replaceEncrypted } from './credentials.repo';
import { credentialOwner, decryptSecret, encryptionPrefix, encryptSecret } from './vault';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts with the first key of ENCRYPTION_KEYS what another key has encrypted, so that a replaced key can be removed
 * after one run. Credentials that no key decrypts are counted and left as they are.
 */
export async function reencryptCredentials(
  stopping?: AbortSignal,
): Promise<{ reencrypted: number; undecryptable: number }> {
  const counts = { reencrypted: 0, undecryptable: 0 };
  const prefix = encryptionPrefix();
  for (let afterId = FIRST_ID; !stopping?.aborted; ) {
    const rows = await listEncryptedOtherwise(prefix, afterId, BATCH);
    for (const { id, agent_id: agentId, experience_id: experienceId, sealed } of rows) {
      const owner = credentialOwner({ agentId, experienceId });
      const reencrypted = reencrypt(sealed, owner);
      if (reencrypted === null) counts.undecryptable++;
      else {
        await replaceEncrypted(id, sealed, reencrypted);
        counts.reencrypted++;
      }
      afterId = id;
    }
    if (rows.length < BATCH) break;
  }
  if (counts.undecryptable > 0) log.error(counts, 'ENCRYPTION_KEYS does not decrypt some stored credentials');
  else if (counts.reencrypted > 0) log.info(counts, 'encrypted stored credentials with the first encryption key');
  return counts;
}

function reencrypt(sealed: Uint8Array, owner: string): Buffer | null {
  try {
    return encryptSecret(decryptSecret(sealed, owner), owner);
  } catch {
    return null;
  }
}
