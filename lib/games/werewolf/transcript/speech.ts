import type { Role } from '../state';
import {
  ACCUSATIONS,
  DEFENCES,
  EMPTY_SUPPOSITION,
  INSPECTIONS,
  REPORT,
  ROLE_CLAIMS,
  SHOWED_NO_WOLF,
  SHOWED_WOLF,
  SUPPOSITION,
  WEREWOLF_CLAIM,
} from './speech-patterns';
import { formsOf, wordsOf } from './speech-words';

/** What a sentence says about a player or about the speaker, where its words leave no doubt. */
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
const ROLES: Readonly<Record<string, Role>> = { seer: 'SEER', doctor: 'DOCTOR', villager: 'VILLAGER' };

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The text in lower case, with `@3@` in place of ids and names. `formsOf` says which names count. */
function normalise(text: string, names: readonly string[]): string {
  const forms = formsOf(names, vocabulary());
  let normal = text
    .toLowerCase()
    .replaceAll('@', ' ')
    .replaceAll('’', "'")
    .replaceAll('_', ' ')
    .replace(/\bp:([1-8])(?!\d)/g, '@$1@');
  for (const { form, seat } of forms.sort((one, other) => other.form.length - one.form.length)) {
    normal = normal.replace(
      new RegExp(`(?<![\\p{L}\\d@])${escapePattern(form)}(?![\\p{L}\\d@])`, 'gu'),
      `@${seat + 1}@`,
    );
  }
  return normal.replace(/\s+/g, ' ');
}

/** Words in quotation marks are those of a player, or of none. */
const QUOTATION = /"[^"]*"|“[^”]*”|«[^»]*»|(?<![\p{L}\d@])'[^']+'(?![\p{L}\d])/gu;

/** The sentences that state something, without quotations. Questions and suppositions state nothing. */
function sentencesOf(normal: string): string[] {
  const isCut = QUOTATION.test(normal);
  const plain = isCut ? normal.replace(QUOTATION, ' <quoted> ') : normal;
  return (plain.match(/[^.!?;\n]+[.!?;\n]*/g) ?? [])
    .filter((sentence) => !sentence.includes('?') && !sentence.includes('<quoted>'))
    .map((sentence) =>
      sentence
        .replace(/[.!;\n]+\s*$/, '')
        .replace(EMPTY_SUPPOSITION, ' ')
        .replace(/\b(as (?:\w+ )*(?:seer|doctor|villager)), (?=i\b)|(@[1-8]@), (?=you\b)/g, '$1$2 ')
        .trim(),
    )
    .filter((sentence) => sentence !== '' && !SUPPOSITION.test(sentence));
}

/** Where one main clause ends and another begins; the colon and the words before the second one belong to the first. */
const CLAUSE_ENDS =
  /(?<=:) | [-–—]+ |—|, (?!and @[1-8]@ (?!is|are|has|was|seems|looks|sounds|must))| (?:but|while|though|although|so|because|since) | and (?=i\b|we\b|my\b|let)|(?<!@) and (?=@)|(?<!\b(?:of|between|both|either|neither|with|like|from|to|for|about) @[1-8]@) and (?=@[1-8]@ (?:is|was|has|seems|looks|sounds|must)\b)/;
/** "Not because @3@ is a werewolf": what follows is no reason, so it may not be so. */
const DENIED_REASON = /((?:n't|\b(?:not|never|just|only))\b.*?) (?:because|since) .*$/;
/** The speaker's own words begin again. */
const SPEAKS_AGAIN = /^(?:and |but |so |yes )*(?:i|my|let us|let's|we should)\b/;
/** What follows, to the end of the sentence, may be a quotation without marks. */
const QUOTES_NEXT =
  /\b(?:said|says|saying|claims?|claimed|claiming|wrote|writes|announced|told|tells|told (?:me|us|everyone|everybody)|called|like|words?|quotes?|quoting|message|line|sentence|statement|heard|rumou?rs?|question|idea|example)$/;
const NAMED_SPEAKER = /^\W*(?:\w+ )?@[1-8]@\W*:$/;

let words: ReadonlySet<string> | undefined;

/** The words that the patterns look for. A name of these alone would hide them. */
function vocabulary(): ReadonlySet<string> {
  words ??= wordsOf([
    ...[...ROLE_CLAIMS, ...INSPECTIONS, ...ACCUSATIONS, ...DEFENCES, WEREWOLF_CLAIM, SHOWED_WOLF, SHOWED_NO_WOLF],
    ...[SUPPOSITION, EMPTY_SUPPOSITION, REPORT, CLAUSE_ENDS, DENIED_REASON, SPEAKS_AGAIN, QUOTES_NEXT],
  ]);
  return words;
}

/** The main clauses of a sentence in their order. What follows the words of another player is left out until "I" speaks again. */
function clausesOf(sentence: string): string[] {
  const clauses = sentence
    .replace(DENIED_REASON, '$1')
    .split(CLAUSE_ENDS)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  let isTheirs = false;
  let isQuoted = false;
  return clauses.flatMap((clause) => {
    const text = clause.replace(/:$/, '').trim();
    if (isQuoted) return [];
    if (SPEAKS_AGAIN.test(text)) isTheirs = false;
    if (REPORT.test(text)) isTheirs = true;
    isQuoted = NAMED_SPEAKER.test(clause) || QUOTES_NEXT.test(text);
    return isTheirs ? [] : [text];
  });
}

/**
 * What a message says: accusations, defences, role claims and inspection results. Patterns of English, not understanding: only
 * a main clause in the speaker's own words counts, and in doubt nothing was said. Questions, suppositions, quotations and
 * reported words say nothing.
 */
export function readStatements(text: string, { speakerId, names }: SpeechContext): Statement[] {
  const sentences = sentencesOf(normalise(text, names)).map((sentence) => ({ sentence, clauses: clausesOf(sentence) }));
  const role = sentences.length === 1 && WEREWOLF_CLAIM.test(sentences[0]?.sentence ?? '') ? 'WEREWOLF' : null;
  const claimed = role ?? sentences.map(readRoleClaim).find((one) => one !== null) ?? null;
  const statements: Statement[] = claimed ? [{ kind: 'CLAIM_ROLE', role: claimed }] : [];
  for (const [index, { sentence, clauses }] of sentences.entries()) {
    const results = readInspection(clauses, sentence, sentences[index + 1]?.sentence ?? '');
    statements.push(...(results ?? clauses.flatMap(readClause)));
  }
  return withoutRepeats(statements.filter((statement) => !('target' in statement) || statement.target !== speakerId));
}

/** The other players that a message names, in the order of their first mention. */
export function mentionedPlayers(text: string, { speakerId, names }: SpeechContext): string[] {
  const ids = [...normalise(text, names).matchAll(MENTION)].map(([, seat]) => `p:${seat}`);
  return [...new Set(ids)].filter((id) => id !== speakerId);
}

function readRoleClaim({ clauses }: { clauses: readonly string[] }): Role | null {
  for (const clause of clauses)
    for (const pattern of ROLE_CLAIMS) {
      const word = pattern.exec(clause)?.[1];
      if (word !== undefined) return ROLES[word] ?? null;
    }
  return null;
}

const targetsOf = (players: string) => [...players.matchAll(MENTION)].map(([, seat]) => `p:${seat}`);

/** A claimed inspection with its result, in one sentence or with the result in the next one; null where there is none. */
function readInspection(clauses: readonly string[], sentence: string, next: string): Statement[] | null {
  for (const clause of clauses)
    for (const pattern of INSPECTIONS) {
      const found = pattern.exec(clause);
      if (!found?.[1]) continue;
      const [whole, players] = found;
      const targets = targetsOf(players);
      const them = (words: string) =>
        targets.reduce((text, target) => text.replaceAll(`@${target.slice(2)}@`, 'he'), words);
      const rest = them(sentence.slice(sentence.indexOf(whole) + whole.length));
      const isWolf =
        resultOf(rest) ?? resultOf(/^(?:(?:the )?result|he|she|they|it)\b/.test(them(next)) ? them(next) : '');
      if (isWolf !== null) return targets.map((target) => ({ kind: 'CLAIM_RESULT', target, isWolf }));
    }
  return null;
}

/** Whether the words after an inspection name a werewolf; null for neither. */
function resultOf(words: string): boolean | null {
  if (SHOWED_NO_WOLF.test(words)) return false;
  return SHOWED_WOLF.test(words) ? true : null;
}

function readClause(clause: string): Statement[] {
  const matchOf = (patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const players = pattern.exec(clause)?.[1];
      if (players !== undefined) return targetsOf(players);
    }
    return null;
  };
  const defended = matchOf(DEFENCES);
  if (defended) return defended.map((target) => ({ kind: 'DEFEND', target }));
  return (matchOf(ACCUSATIONS) ?? []).map((target) => ({ kind: 'ACCUSE', target }));
}

/** Each statement once; what an inspection is said to have shown is not said again as a suspicion. */
function withoutRepeats(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>();
  const results = new Set(statements.flatMap((one) => (one.kind === 'CLAIM_RESULT' ? one.target : [])));
  return statements.filter((statement) => {
    if ((statement.kind === 'ACCUSE' || statement.kind === 'DEFEND') && results.has(statement.target)) return false;
    const key = JSON.stringify(statement);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
