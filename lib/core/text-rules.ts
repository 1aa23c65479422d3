import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { now } from './clock';
import { AppError } from './errors';
import { isJsonObject } from './json';

// What an operator does not want to be said, in a file of TEXT_RULES. Without a file there is no rule. docs/moderation.md

const words = z
  .array(
    z
      .string()
      .trim()
      .min(2)
      .max(100)
      .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'),
  )
  .max(10_000)
  .describe('Words and phrases, whatever their case; a * at the end stands for any ending');

const rulesSchema = z.strictObject({
  refused: words.default([]),
  /** Links in one text. */
  max_links: z.int().min(0).max(100).optional(),
  /** For accounts, and for agents without one, that are younger. */
  new_accounts: z
    .strictObject({
      hours: z.number().positive().max(8_760),
      max_links: z.int().min(0).max(100).optional(),
      texts_per_hour: z.int().min(1).max(10_000).optional(),
    })
    .optional(),
});

/** The rules of an instance, ready to be applied. */
export interface TextRules {
  /** By their first word, or by its beginning. */
  refused: Map<string, Phrase[]>;
  maxLinks: number;
  newAccounts: { forMs: number; maxLinks: number; textsPerHour: number | null } | null;
}

/** A refused phrase. */
interface Phrase {
  words: string[];
  /** Its last word may go on. */
  isOpen: boolean;
}

/** Reads the rules of a file. @throws Error with the path of the fault */
export function readTextRules(file: string): TextRules {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw new Error(thrown instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
  const parsed = rulesSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
  }
  const { refused, max_links: maxLinks = Number.POSITIVE_INFINITY, new_accounts: fresh } = parsed.data;
  return {
    refused: byFirstWord(refused.map(toPhrase)),
    maxLinks,
    newAccounts: fresh
      ? {
          forMs: fresh.hours * 3_600_000,
          maxLinks: fresh.max_links ?? maxLinks,
          textsPerHour: fresh.texts_per_hour ?? null,
        }
      : null,
  };
}

/** The words of a text, as they are compared. */
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const toPhrase = (text: string): Phrase => ({ words: wordsOf(text), isOpen: text.endsWith('*') });

/** Phrases by their first word: a text looks only at those that can begin at one of its words. */
function byFirstWord(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const [first] = phrase.words;
    if (first !== undefined) found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  return found;
}

/** Whether a text has a refused phrase. Its work grows with the text, and not with the list. */
function hasRefused(text: string, refused: ReadonlyMap<string, readonly Phrase[]>): boolean {
  const words = wordsOf(text);
  const begins = (at: number, { words: wanted, isOpen }: Phrase): boolean =>
    wanted.every((word, index) => {
      const next = words[at + index];
      return index === wanted.length - 1 && isOpen ? next?.startsWith(word) : next === word;
    });
  return words.some((word, at) => {
    for (let length = 1; length <= word.length; length++) {
      const phrases = refused.get(word.slice(0, length));
      if (phrases?.some((phrase) => begins(at, phrase))) return true;
    }
    return false;
  });
}

/** Without case, accents and the forms that Unicode has for one letter. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const LINK = /https?:\/\/|www\.\p{L}/giu;
/** Fields that no one reads as a text: addresses, such as that of an experience, ids and secrets. */
const IS_NO_TEXT = /(?:url|uri|endpoint|address|email|id|key|token|secret|password)$/i;

/** Every text of an input that people read. */
function textsOf(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return IS_NO_TEXT.test(field) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, field));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, part]) => textsOf(part, name)) : [];
}

/** When an id was made: ids of this platform begin with the time (RFC 9562, version 7). Null for others. */
function madeAtMs(id: string): number | null {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** Whether the rules for new accounts hold for an account, or for an agent without one; null: it is being made. */
export function isNew(rules: TextRules, accountId: string | null): boolean {
  if (rules.newAccounts === null) return false;
  const madeMs = accountId === null ? now().getTime() : madeAtMs(accountId);
  return madeMs !== null && now().getTime() - madeMs < rules.newAccounts.forMs;
}

/**
 * Refuses words that the rules of the instance do not allow. The answer names the rule, and not the list.
 * @param input an input with texts that others read
 * @throws FORBIDDEN with details.reason text_rules
 */
export function requireAllowedWords(rules: TextRules, input: unknown, accountId: string | null): void {
  const texts = textsOf(input);
  if (rules.refused.size > 0 && texts.some((text) => hasRefused(text, rules.refused))) {
    throw notAllowed('words', 'This text has words that are not allowed here. Say it in other words.');
  }
  const isFresh = isNew(rules, accountId);
  const maxLinks = isFresh ? (rules.newAccounts?.maxLinks ?? rules.maxLinks) : rules.maxLinks;
  const links = texts.reduce((sum, text) => sum + (text.match(LINK)?.length ?? 0), 0);
  if (links <= maxLinks) return;
  const few = maxLinks === 0 ? 'no link' : `at most ${maxLinks} ${maxLinks === 1 ? 'link' : 'links'}`;
  throw notAllowed('links', `A text may have ${few} here${isFresh ? ' while your account is new' : ''}.`);
}

const notAllowed = (rule: 'words' | 'links', message: string): AppError =>
  new AppError('FORBIDDEN', message, { details: { reason: 'text_rules', rule } });
