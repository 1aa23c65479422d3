import type { Role } from '../state';

/** What a sentence says about a player or about the speaker, as far as simple patterns can tell. */
export type Statement =
  | { kind: 'ACCUSE'; target: string }
  | { kind: 'DEFEND'; target: string }
  | { kind: 'CLAIM_ROLE'; role: Role }
  | { kind: 'CLAIM_RESULT'; target: string; isWolf: boolean };

/** The speaker of a message, and the display names of all players by seat. */
export interface SpeechContext {
  speakerId: string;
  names: readonly string[];
}

/** A mention in a normalised text: `@3@` is the player `p:3`. */
const MENTION = /@([1-8])@/g;
const ROLE_WORDS: Readonly<Record<string, Role>> = {
  seer: 'SEER',
  doctor: 'DOCTOR',
  villager: 'VILLAGER',
  werewolf: 'WEREWOLF',
  wolf: 'WEREWOLF',
};
const ROLE = '(seer|doctor|villager|werewolf|wolf)';
const FILL = '(?:(?:really|actually|truly|just|only|simply|honestly|simple|plain|ordinary|the|a|an|your|our|humble) )*';
const ROLE_CLAIMS = [
  new RegExp(`\\bi(?: a|')m ${FILL}${ROLE}\\b`),
  new RegExp(`\\bi claim (?:to be )?${FILL}${ROLE}\\b`),
  new RegExp(`\\bmy role is ${FILL}${ROLE}\\b`),
  new RegExp(`\\bas ${FILL}${ROLE},? i\\b`),
  new RegExp(`\\b${ROLE} here\\b`),
];
const INSPECTION = /\b(inspect\w*|check\w*|looked (?:at|into)|saw|scan\w*|peek\w*|vision|crystal)\b/;
const WOLFISH = /\b(were)?wol(f|ves)\b/;
const CLEAN = /\b(innocent|clean|clear|cleared|village|villager|good|safe|harmless)\b/;
const NEGATION = /\b(not|no|never|isn't|aren't|don't|doesn't|cannot|can't|hardly)\b/;
/** Accusations that contain a negation or none. */
const ACCUSATION =
  /\b(suspicious|suspect\w*|lying|liar|lies|lied|guilty|evil|hiding|faking|fake|accuse|doubt|eliminate|vote for|vote out|voting for|get rid of|point(?:ing)? at|finger at|eye on)\b|\bvote @/;
const DISTRUST = /\b(don't|do not|never|cannot|can't) (?:\w+ )?(trust|believe|buy)\b|\bnot buying\b/;
const DEFENCE = /\b(innocent|trust|believe|cleared?|honest|vouch|defend|on our side|good|safe|clean)\b/;
const REPORT = /\b(says?|said|claims?|claimed|accused|accuses|called|thinks|voted|defended|asked)\b/;

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The text in lower case, with `@3@` in place of ids and names. A name is also found without its note in brackets. */
function normalise(text: string, names: readonly string[]): string {
  const forms = names.flatMap((name, seat) => {
    const short = name.replace(/\s*\(.*$/, '').trim();
    return [name.trim(), short].filter((form) => form.length > 1).map((form) => ({ form: form.toLowerCase(), seat }));
  });
  let normal = text
    .toLowerCase()
    .replaceAll('@', ' ')
    .replaceAll('’', "'")
    .replace(/\bp:([1-8])(?!\d)/g, '@$1@');
  for (const { form, seat } of forms.sort((one, other) => other.form.length - one.form.length)) {
    normal = normal.replace(
      new RegExp(`(?<![\\p{L}\\d@])${escapePattern(form)}(?![\\p{L}\\d@])`, 'gu'),
      `@${seat + 1}@`,
    );
  }
  return normal.replace(/\s+/g, ' ');
}

interface Clause {
  text: string;
  isQuestion: boolean;
}

function clausesOf(normal: string): Clause[] {
  return (normal.match(/[^.!?;]+[.!?;]*/g) ?? []).flatMap((sentence) => {
    const isQuestion = sentence.includes('?');
    return sentence
      .split(/,| but | while | and (?=i\b)|(?<!@) and (?=@)| so | because /)
      .map((text) => ({ text: ` ${text.trim()} `, isQuestion }))
      .filter(({ text }) => text.trim() !== '');
  });
}

/**
 * What a message says: accusations, defences, role claims and inspection results. Patterns of English, not understanding:
 * irony and reported speech are left out where they are recognised, and a question says nothing.
 */
export function readStatements(text: string, { speakerId, names }: SpeechContext): Statement[] {
  const normal = normalise(text, names);
  const statements: Statement[] = [];
  const role = readRoleClaim(normal);
  if (role) statements.push({ kind: 'CLAIM_ROLE', role });
  for (const { text: clause, isQuestion } of clausesOf(normal)) {
    if (isQuestion) continue;
    const targets = [...clause.matchAll(MENTION)].map(([, seat]) => `p:${seat}`).filter((id) => id !== speakerId);
    if (targets.length === 0 || (targets.length > 1 && REPORT.test(clause))) continue;
    const said = readClause(clause, role === 'SEER');
    if (said)
      statements.push(
        ...targets.map((target) =>
          said === 'ACCUSE' || said === 'DEFEND' ? { kind: said, target } : { ...said, target },
        ),
      );
  }
  return withoutRepeats(statements);
}

/** The other players that a message names, in the order of their first mention. */
export function mentionedPlayers(text: string, { speakerId, names }: SpeechContext): string[] {
  const ids = [...normalise(text, names).matchAll(MENTION)].map(([, seat]) => `p:${seat}`);
  return [...new Set(ids)].filter((id) => id !== speakerId);
}

function readRoleClaim(normal: string): Role | null {
  for (const pattern of ROLE_CLAIMS) {
    const word = pattern.exec(normal)?.[1];
    if (word !== undefined) return ROLE_WORDS[word] ?? null;
  }
  return null;
}

type ClauseMeaning = 'ACCUSE' | 'DEFEND' | { kind: 'CLAIM_RESULT'; isWolf: boolean } | null;

function readClause(clause: string, speaksAsSeer: boolean): ClauseMeaning {
  const isNegated = NEGATION.test(clause);
  const isWolfish = WOLFISH.test(clause);
  if (isWolfish || CLEAN.test(clause)) {
    const isWolf = isWolfish ? !isNegated : isNegated;
    if (INSPECTION.test(clause) || (speaksAsSeer && / is /.test(clause))) return { kind: 'CLAIM_RESULT', isWolf };
  }
  if (DISTRUST.test(clause)) return 'ACCUSE';
  if (isWolfish) return isNegated ? 'DEFEND' : 'ACCUSE';
  if (ACCUSATION.test(clause)) return isNegated ? 'DEFEND' : 'ACCUSE';
  if (DEFENCE.test(clause)) return isNegated ? 'ACCUSE' : 'DEFEND';
  return null;
}

function withoutRepeats(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>();
  return statements.filter((statement) => {
    const key = JSON.stringify(statement);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
