import type { Migration } from '@/lib/data/migrate';

/** Migrations up to this one were applied before statements had to say why they are allowed, and may not be edited. */
export const LAST_UNCHECKED = '20261128004300_key_exchanges_by_fixture';

/** Tables of which a lock or a second copy holds up calls: they grow with play. */
const LARGE_TABLES: readonly string[] = [
  'events',
  'match_inputs',
  'match_positions',
  'match_seats',
  'matches',
  'session_steps',
  'sessions',
  'telemetry',
  'audit_entries',
  'usage_days',
  'model_days',
  'rating_changes',
];

/** What a comment above a statement says when it is meant: `-- allowed: why`. */
const ALLOWED = /^-- allowed: \S.{9,}$/m;

const onLarge = (before: string, after = ''): RegExp =>
  new RegExp(`${before}\\s+(?:ONLY\\s+)?(?:"?public"?\\.)?"?(?:${LARGE_TABLES.join('|')})"?(?!\\w)${after}`, 'i');

/** Statements that break the version before, which runs beside the new one, or that hold up calls. */
const DANGERS: readonly { finds: RegExp; why: string }[] = [
  { finds: /\bDROP\s+TABLE\b/i, why: 'drops a table: the version before still reads it; drop it one release later' },
  { finds: /\bDROP\s+COLUMN\b/i, why: 'drops a column: the version before still names it; drop it one release later' },
  {
    finds: /\bRENAME\b/i,
    why: 'renames: the version before knows the old name alone; add, copy, drop one release later',
  },
  { finds: /\bSET\s+NOT\s+NULL\b/i, why: 'requires a value that the version before may leave out' },
  {
    finds: /\bSET\s+DATA\s+TYPE\b|\bALTER\s+(?:COLUMN\s+)?"?\w+"?\s+TYPE\b/i,
    why: 'changes a type: rows are written again, while calls wait',
  },
  { finds: /\bDROP\s+DEFAULT\b/i, why: 'drops a default on which the version before may rely' },
  {
    finds:
      /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?"?\w+"?(?:(?!\bDEFAULT\b|\bGENERATED\b|,)[\s\S])*\bNOT\s+NULL\b(?!(?:(?!,)[\s\S])*\b(?:DEFAULT|GENERATED)\b)/i,
    why: 'adds a column that must have a value, without a default: the version before does not write it',
  },
  {
    finds: onLarge(
      '\\bALTER\\s+TABLE(?:\\s+IF\\s+EXISTS)?',
      '[\\s\\S]*\\bADD\\s+CONSTRAINT\\b(?![\\s\\S]*\\bNOT\\s+VALID\\b)',
    ),
    why: 'checks every row of a large table while calls wait: add it NOT VALID, and validate it in a second migration',
  },
  {
    finds: onLarge('\\bCREATE\\s+(?:UNIQUE\\s+)?INDEX\\b[\\s\\S]*?\\bON'),
    why: 'builds an index of a large table while its writers wait',
  },
  {
    finds: onLarge('\\b(?:UPDATE|DELETE\\s+FROM)'),
    why: 'writes the rows of a large table in the transaction of the migration',
  },
];

/** A statement of a script, with the comments above it. */
interface Statement {
  text: string;
  comments: string;
}

/** Splits a script at its semicolons; those in quotes, bodies in dollars and comments are not one. */
function splitStatements(script: string): Statement[] {
  const tokens = script.matchAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g,
  );
  const statements: Statement[] = [];
  let current: Statement = { text: '', comments: '' };
  for (const [token] of tokens) {
    if (token === ';') {
      statements.push(current);
      current = { text: '', comments: '' };
    } else if (token.startsWith('--') || token.startsWith('/*')) current.comments += `${token}\n`;
    else current.text += token;
  }
  statements.push(current);
  return statements.filter(({ text }) => text.trim() !== '');
}

/** A statement that a migration must not have without a reason. */
export interface Danger {
  migration: string;
  /** Its first words. */
  statement: string;
  why: string;
}

/** Names of the tables that a script makes: what is done with them holds up nobody. */
const findNewTables = (script: string): string[] =>
  [...script.matchAll(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi)].map(
    ([, name = '']) => name,
  );

/** Statements of a migration that break the version before or hold up calls, and do not say why above them. */
export function dangersIn({ name, script }: Pick<Migration, 'name' | 'script'>): Danger[] {
  const newTables = findNewTables(script);
  return splitStatements(script).flatMap(({ text, comments }) => {
    const isOfNew = newTables.some((table) =>
      new RegExp(`\\b(?:ON|TABLE|UPDATE|FROM)\\s+"?${table}"?(?!\\w)`, 'i').test(text),
    );
    if (ALLOWED.test(comments) || isOfNew) return [];
    return DANGERS.filter(({ finds }) => finds.test(text)).map(({ why }) => ({
      migration: name,
      statement: text.trim().replace(/\s+/g, ' ').slice(0, 80),
      why,
    }));
  });
}
