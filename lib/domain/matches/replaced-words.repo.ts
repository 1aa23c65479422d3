import { type Queryable, sql } from '@/lib/data/database';

/** Puts another text in place of what players said in a match, in the inputs that reproduce it. */
export async function replaceInputText(
  client: Queryable,
  of: { matchId: string; old: string; text: string },
): Promise<void> {
  await sql(
    'matches.replace_said',
    `UPDATE match_inputs SET move = jsonb_set(move::jsonb, '{text}', to_jsonb($3::text))::json
     WHERE match_id = $1 AND move->>'text' = $2`,
    [of.matchId, of.old, of.text],
    client,
  );
}
