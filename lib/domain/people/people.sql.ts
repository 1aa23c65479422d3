/**
 * The part of the statement that records calls which notes the first call of agents, so that a batch stays one statement. Returns the
 * agents that had never called before. @param firsts a relation with the alias `first`: agent_id, tool, transport, at
 */
export function markFirstCallsSql(firsts: string): string {
  return `UPDATE agents a SET first_call_at = first.at
    FROM ${firsts}
   WHERE a.id = first.agent_id AND a.first_call_at IS NULL
  RETURNING a.id, first.tool, first.transport, first.at`;
}
