/** Words that the patterns write in parts: `(?:were)?wol(?:f|ves)`, `defen[cs]e`. */
const IN_PARTS = ['wolf', 'wolves', 'werewolf', 'werewolves', 'defence', 'defense'];

/** The words, in lower case, by which patterns of English recognise what is said. */
export function wordsOf(patterns: readonly RegExp[]): ReadonlySet<string> {
  const words = new Set(IN_PARTS);
  for (const { source } of patterns) {
    const text = source.replace(/\\[a-z]|\[[^\]]*\]/gi, ' ').replace(/\(\?(?:<?[=!]|:)/g, '(');
    for (const [word, stem = ''] of text.matchAll(/([a-z]*)[a-z]\??/g)) {
      words.add(word.replace('?', ''));
      if (word.endsWith('?')) words.add(stem);
    }
    for (const [, stem = '', endings = ''] of text.matchAll(/([a-z]+)\(([a-z|]+)\)/g))
      for (const ending of endings.split('|')) words.add(stem + ending);
  }
  return words;
}

/**
 * How a text can name each player: by the name, and by the name without its note in brackets, in lower case. A form that is
 * also of another seat names nobody, and neither does one whose words are all of `common`: "I am the seer" is no mention of a
 * player called Am.
 */
export function formsOf(names: readonly string[], common: ReadonlySet<string>): { form: string; seat: number }[] {
  const seats = new Map<string, Set<number>>();
  for (const [seat, name] of names.entries())
    for (const text of [name.trim(), name.replace(/\s*\(.*$/, '').trim()]) {
      const form = text.toLowerCase();
      seats.set(form, (seats.get(form) ?? new Set()).add(seat));
    }
  const isCommon = (form: string) => form.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || common.has(word));
  return [...seats].flatMap(([form, [seat = 0, ...others]]) =>
    form.length > 1 && others.length === 0 && !isCommon(form) ? [{ form, seat }] : [],
  );
}
