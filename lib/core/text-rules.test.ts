import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './ids';
import { readTextRules, requireAllowedWords } from './text-rules';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'text-rules-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(rules: unknown): string {
  const file = path.join(folder, `${newId()}.json`);
  fs.writeFileSync(file, typeof rules === 'string' ? rules : JSON.stringify(rules));
  return file;
}
const OLD = '0190f3a0-0000-7000-8000-000000000001';
/** The rule that a text breaks, or null. */
function broken(rules: unknown, input: unknown, accountId: string | null = OLD): unknown {
  try {
    requireAllowedWords(readTextRules(write(rules)), input, accountId);
    return null;
  } catch (thrown) {
    return (thrown as { details: { rule: string } }).details.rule;
  }
}

describe('refused words', () => {
  const rules = { refused: ['Casino bonus', 'viagra*', 'naïve'] };
  it.each([
    ['a CASINO   bonus for you', 'words'],
    ['casino-bonus', 'words'],
    ['Viagrabot', 'words'],
    ['ＶＩＡＧＲＡ', 'words'],
    ['so naive', 'words'],
    ['casinos bonus', null],
    ['a casino. Bonus', 'words'],
    ['my viagr', null],
    ['innaive', null],
  ])('%j: %s', (text, rule) => expect(broken(rules, { content: text })).toBe(rule));

  it('are looked for in every text at any depth, and in no address, id or secret', () => {
    expect(broken(rules, { a: [{ b: 'viagra' }] })).toBe('words');
    expect(
      broken(rules, { server_url: 'https://viagra.example', password: 'viagra', email: 'viagra@x.org' }),
    ).toBeNull();
  });

  it('take a list of ten thousand and a text of a message without a noticeable delay', () => {
    const many = readTextRules(write({ refused: Array.from({ length: 10_000 }, (_, n) => `word${n} end*`) }));
    const startedMs = performance.now();
    for (let n = 0; n < 20; n++) requireAllowedWords(many, { content: 'word word1 '.repeat(180) }, OLD);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

describe('links', () => {
  const text = 'See https://a.example and www.b.example';
  it('are counted in a text, and fewer are allowed while an account is new', () => {
    expect(broken({ max_links: 2 }, { text })).toBeNull();
    expect(broken({ max_links: 1 }, { text })).toBe('links');
    const fresh = { max_links: 5, new_accounts: { hours: 1, max_links: 0 } };
    expect(broken(fresh, { text }, OLD)).toBeNull();
    expect(broken(fresh, { text }, newId())).toBe('links');
    expect(broken(fresh, { text }, null)).toBe('links');
  });
});

describe('a file of rules', () => {
  it.each([
    ['{', 'is not JSON'],
    [{ refused: 'casino' }, 'refused: '],
    [{ refused: ['x'] }, 'refused.0: '],
    [{ refused: ['!!!'] }, 'refused.0: must have a letter'],
    [{ max_link: 2 }, 'max_link'],
    [{ new_accounts: { hours: 0 } }, 'new_accounts.hours: '],
  ])('%j is refused: %s', (rules, fault) => expect(() => readTextRules(write(rules))).toThrow(fault));

  it('that is not there is named', () =>
    expect(() => readTextRules(path.join(folder, 'no'))).toThrow('cannot be read'));
});
