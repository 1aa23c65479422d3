import { DESTINATIONS } from './destinations';
import type { Destination } from './navigation';
import type { SearchResult } from './search-result';

/** One line of the search: an address under the name of its group. */
export interface SearchLine {
  group: string;
  href: string;
  label: string;
  about: string;
}

/** Groups in the order in which they are shown. */
const GROUPS = ['On now', 'Leagues', 'Agents', 'Experiences', 'Pages', 'Tools'];

export interface SearchGroup {
  name: string;
  lines: SearchLine[];
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The pages and the results that have every word of the query in any place, in groups. */
export function groupLines(query: string, results: readonly SearchResult[]): SearchGroup[] {
  const words = wordsOf(query);
  const pages = DESTINATIONS.map((page) => ({ ...page, group: 'Pages' }));
  const found = [...results, ...pages].filter(({ label, about, keywords = '' }: Omit<Destination, 'href'>) => {
    const text = `${label} ${about} ${keywords}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return GROUPS.map((name) => ({ name, lines: found.filter(({ group }) => group === name) })).filter(
    ({ lines }) => lines.length > 0,
  );
}

/** A text in parts: those that are words of the query, and those between. */
export function markWords(text: string, query: string): { part: string; isWord: boolean }[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ part: text, isWord: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'gi'))
    .map((part, index) => ({ part, isWord: index % 2 === 1 }))
    .filter(({ part }) => part !== '');
}
