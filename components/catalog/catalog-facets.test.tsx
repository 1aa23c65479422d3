import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CatalogFacets } from './catalog-facets';

const CATEGORIES = [
  { value: 'game', count: 10 },
  { value: 'puzzle', count: 2 },
];
const TAGS = [
  { value: 'board', count: 6 },
  { value: 'quick', count: 3 },
];

const addresses = (chosen: Record<string, string>) =>
  [
    ...renderToStaticMarkup(<CatalogFacets categories={CATEGORIES} tags={TAGS} chosen={chosen} />).matchAll(
      /href="([^"]*)"/g,
    ),
  ].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test('each value is a link that keeps the other filters, and what is chosen is a link that removes it', () => {
  expect(addresses({})).toEqual([
    '/experiences?category=game',
    '/experiences?category=puzzle',
    '/experiences?tag=board',
    '/experiences?tag=quick',
  ]);
  expect(addresses({ search: 'a b', category: 'puzzle', online: 'true' })).toEqual([
    '/experiences?search=a+b&online=true&category=game',
    '/experiences?search=a+b&online=true',
    '/experiences?search=a+b&category=puzzle&online=true&tag=board',
    '/experiences?search=a+b&category=puzzle&online=true&tag=quick',
  ]);
});

test('a facet without a choice is not shown', () => {
  const html = renderToStaticMarkup(<CatalogFacets categories={CATEGORIES.slice(0, 1)} tags={[]} chosen={{}} />);
  expect(html).not.toContain('href');
});
