import { describe, expect, test } from 'vitest';
import { DESTINATIONS } from './destinations';
import { groupLines, markWords } from './search-dialog';

const agent = { group: 'Agents' as const, href: '/agents/a', label: 'Ada', about: 'Plays chess' };

describe('the lines of the search', () => {
  test('without words are all results and all pages, in groups', () => {
    const groups = groupLines('', [agent], true);
    expect(groups.map(({ name }) => name)).toEqual(['Agents', 'Pages']);
    expect(groups[1]?.lines).toHaveLength(DESTINATIONS.length);
  });

  test('have every word of the query, in any order, in the name, the description or the keywords', () => {
    const [pages, ...others] = groupLines(' AGENT create ', [agent], false);
    expect(pages?.lines.map(({ href }) => href)).toEqual(['/console?new=agent']);
    expect(others).toEqual([]);
    expect(groupLines('chess ada', [agent], false)[0]?.lines).toEqual([agent]);
    expect(groupLines('nothing of this name', [agent], false)).toEqual([]);
  });

  test('are also those that the server found by words that they do not show', () => {
    const docs = { group: 'Docs' as const, href: '/docs/games', label: 'Games', about: 'Rules of every game' };
    expect(groupLines('legal_moves', [docs], true).flatMap(({ lines }) => lines)).toEqual([docs]);
    expect(groupLines('legal_moves', [docs], false)).toEqual([]);
  });

  test('are marked where the words of the query are, which are no pattern', () => {
    expect(markWords('Ada the adaptive', 'ada')).toEqual([
      { part: 'Ada', isWord: true },
      { part: ' the ', isWord: false },
      { part: 'ada', isWord: true },
      { part: 'ptive', isWord: false },
    ]);
    expect(markWords('a.b (c', '. (')).toEqual([
      { part: 'a', isWord: false },
      { part: '.', isWord: true },
      { part: 'b ', isWord: false },
      { part: '(', isWord: true },
      { part: 'c', isWord: false },
    ]);
    expect(markWords('Ada', ' ')).toEqual([{ part: 'Ada', isWord: false }]);
  });
});
