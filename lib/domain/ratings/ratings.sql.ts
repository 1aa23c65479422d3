/** The result of a row of `rating_changes` of the alias `c`. Where it was not stored yet, the points say which it was. */
export const resultOfChangeSql = `coalesce(c.result, CASE sign(c.elo_after - c.elo_before) WHEN 1 THEN 'win' WHEN -1 THEN 'loss' ELSE 'draw' END)`;
