import { log } from '@/lib/core/log';
import { listEncryptedOtherwise, replaceEncrypted } from './credentials.repo';
import { credentialOwner, decryptSecret, encryptionPrefix, encryptSecret } from './vault';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Rows with secrets that `encryptSecret` has encrypted. */
export interface EncryptedRows {
  /** For the log: `stored credentials`. */
  name: string;
  /** Rows behind `afterId` whose bytes do not begin with `prefix`, by id, with the owner for whom they were encrypted. */
  list(prefix: Buffer, afterId: string, limit: number): Promise<{ id: string; sealed: Uint8Array; owner: string }[]>;
  /** Replaces the bytes of a row, unless they changed since they were read. */
  replace(id: string, previous: Uint8Array, sealed: Buffer): Promise<void>;
}

interface Counts {
  reencrypted: number;
  undecryptable: number;
}

const CREDENTIALS: EncryptedRows = {
  name: 'stored credentials',
  list: async (prefix, afterId, limit) =>
    (await listEncryptedOtherwise(prefix, afterId, limit)).map(({ id, agent_id, experience_id, sealed }) => ({
      id,
      sealed,
      owner: credentialOwner({ agentId: agent_id, experienceId: experience_id }),
    })),
  replace: replaceEncrypted,
};

/** Encrypts stored credentials with the first key of ENCRYPTION_KEYS; see `reencryptRows`. */
export function reencryptCredentials(stopping?: AbortSignal): Promise<Counts> {
  return reencryptRows(CREDENTIALS, stopping);
}

/**
 * Encrypts with the first key of ENCRYPTION_KEYS what another key has encrypted, so that a replaced key can be removed
 * after one run. Rows that no key decrypts are counted and left as they are.
 */
export async function reencryptRows(rowsOf: EncryptedRows, stopping?: AbortSignal): Promise<Counts> {
  const counts = { reencrypted: 0, undecryptable: 0 };
  const prefix = encryptionPrefix();
  for (let afterId = FIRST_ID; !stopping?.aborted; ) {
    const rows = await rowsOf.list(prefix, afterId, BATCH);
    for (const { id, sealed, owner } of rows) {
      const reencrypted = reencrypt(sealed, owner);
      if (reencrypted === null) counts.undecryptable++;
      else {
        await rowsOf.replace(id, sealed, reencrypted);
        counts.reencrypted++;
      }
      afterId = id;
    }
    if (rows.length < BATCH) break;
  }
  if (counts.undecryptable > 0) log.error(counts, `ENCRYPTION_KEYS does not decrypt some ${rowsOf.name}`);
  else if (counts.reencrypted > 0) log.info(counts, `encrypted ${rowsOf.name} with the first encryption key`);
  return counts;
}

function reencrypt(sealed: Uint8Array, owner: string): Buffer | null {
  try {
    return encryptSecret(decryptSecret(sealed, owner), owner);
  } catch {
    return null;
  }
}
