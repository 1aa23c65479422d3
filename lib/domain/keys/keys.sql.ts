/** Last use is kept this coarse, so that a busy agent does not rewrite its key's row five times a second. */
const LAST_USED_STEP = '5 seconds';

/**
 * The part of the statement that records calls which notes when and from where each key was last used, so that a batch stays one
 * statement. @param uses a relation with the alias `use`: api_key_id, address, at
 */
export function markKeysUsedSql(uses: string): string {
  return `UPDATE api_keys k SET last_used_at = use.at, last_used_from = use.address
      FROM ${uses}
     WHERE k.id = use.api_key_id AND (k.last_used_at IS NULL OR k.last_used_at < use.at - interval '${LAST_USED_STEP}'
           OR (k.last_used_from IS DISTINCT FROM use.address AND k.last_used_at <= use.at))`;
}
