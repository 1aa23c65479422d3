/**
 * The tables that a step, a reader or a league passes at every call, with the column by which a cluster of PostgreSQL (Citus) would
 * distribute their rows. It is in the primary key of each, and statements name it; docs/scaling.md lists those that do not.
 */
export const DISTRIBUTED_BY: Record<string, string> = {
  matches: 'id',
  match_positions: 'match_id',
  match_seats: 'match_id',
  match_inputs: 'match_id',
  events: 'stream',
  stream_heads: 'stream',
  sessions: 'id',
  session_steps: 'session_id',
  telemetry: 'session_id',
  lobbies: 'id',
  lobby_members: 'lobby_id',
  engagements: 'agent_id',
  agent_memories: 'agent_id',
  idempotency_keys: 'agent_id',
  audit_entries: 'agent_id',
  usage_days: 'agent_id',
  league_players: 'league_uid',
  league_fixtures: 'id',
  league_exchanges: 'fixture_id',
};

/** Tables of which every machine would have all rows: small, and read by every call. */
export const REFERENCE_TABLES = ['agents', 'api_keys', 'app_tokens', 'agent_controls', 'approval_rules', 'experiences'];

/** A statement of a source file, and the distributed tables whose column it does not name. */
export interface Crossing {
  /** The name of its prepared statement. */
  statement: string;
  tables: string[];
}

const NAMED = /'([a-z_]+(?:\.[a-z_]+)+)',\s*`((?:[^`\\]|\\.|\$\{`[^`]*`\})*)`/g;
const REFERENCE =
  /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|FROM|JOIN|USING)\s+(?:LATERAL\s+)?([a-z_]+)(?:\s+(?:AS\s+)?([a-z]\w*))?/g;
const LISTED = /,\s*([a-z_]+)\s+(?:AS\s+)?([a-z]\w*)/g;
const KEYWORDS = new Set(
  'set where on join left right inner cross using order group limit returning values select union for as and full natural default offset'.split(
    ' ',
  ),
);

/** The distributed tables that a statement reads or changes without a condition on their column. */
export function tablesCrossed(text: string, columns: Readonly<Record<string, string>> = DISTRIBUTED_BY): string[] {
  const crossed = new Set<string>();
  const references = [
    ...[...text.matchAll(REFERENCE)].map(([, verb = '', table = '', alias = '']) => ({ verb, table, alias })),
    ...[...text.matchAll(LISTED)].map(([, table = '', alias = '']) => ({ verb: 'FROM', table, alias })),
  ];
  for (const { verb, table, alias } of references) {
    const column = columns[table];
    if (column === undefined) continue;
    const name = alias === '' || KEYWORDS.has(alias.toLowerCase()) ? '' : alias;
    if (!(verb.startsWith('INSERT') ? isInserted(text, table, column) : isNamed(text, table, name, column)))
      crossed.add(table);
  }
  return [...crossed].sort();
}

const isInserted = (text: string, table: string, column: string): boolean =>
  new RegExp(`INSERT\\s+INTO\\s+${table}\\b[^(]*\\([^)]*\\b${column}\\b`).test(text);

/** Whether the column is compared with a value or a column: `m.id = x.id`, `$1 = id`, `id = ANY (…)`, `id IN (…)`. */
function isNamed(text: string, table: string, alias: string, column: string): boolean {
  const one = alias === '' ? `(?:\\b${table}\\.|(?<![.\\w]))${column}\\b` : `\\b${alias}\\.${column}\\b`;
  const other = `(?:\\(${one}[^)]*\\)\\s+IN\\b|${one}(?:::\\w+)?\\s*(?:=|IN\\b|>=|<))`;
  return new RegExp(`${other}|(?:=|\\bIN)\\s*${one}`).test(text);
}

/** The named statements of a file that do not name the column of a distributed table. */
export function crossingsIn(text: string): Crossing[] {
  return [...text.matchAll(NAMED)].flatMap(([, statement = '', sql = '']) => {
    const tables = tablesCrossed(sql);
    return tables.length > 0 ? [{ statement, tables }] : [];
  });
}
