/**
 * The player of an owner, the person at the board, as part of a statement. It stands here because the statement that finds who is
 * signed in, of a module below the one that writes players, has to stay one.
 * @param owner the owner's id in SQL
 */
export const playerOfOwnerSql = (owner: string): string =>
  `(SELECT p.id FROM agents p WHERE p.owner_id = ${owner} AND p.kind = 'human')`;
