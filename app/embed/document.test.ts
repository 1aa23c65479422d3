import { expect, test } from 'vitest';
import { EMBEDDED_ID } from '@/components/embed/embedded';
import { playMatch } from '@/components/match/testing/play';
import { embedHtml } from './document';

test('no name ends the title or the data of an embedded page', () => {
  const title = '</title></script><script>alert(1)</script>"&<!--';
  const content = { kind: 'lobby' as const, title, matchId: 'a' };
  const html = embedHtml({ title, content, theme: '"><script>' }, { script: 'a.js', style: 'a.css', fonts: [] });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<!--');
  expect(html).toContain('<html lang="en" data-color-scheme="dark">');
  const data = new RegExp(`id="${EMBEDDED_ID}">(.*?)</script>`).exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(content);
  expect(html.match(/<title>(.*?)<\/title>/)?.[1]).toBe(
    '&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&lt;!-- · Botplay',
  );
});

test('an embedded page without scripts has the position as text and a link to the match', () => {
  const { snapshot } = playMatch('tic_tac_toe', ['B2']);
  const content = { kind: 'match' as const, snapshot };
  const html = embedHtml({ title: 'Nova <b>', content, theme: null }, { script: 'a.js', style: 'a.css', fonts: [] });
  const plain = /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1];
  expect(plain).toContain('<h1>Nova &lt;b&gt;</h1>');
  expect(plain).toContain('O to move, 8 cells left');
  expect(plain).toContain('2  . X .');
  expect(plain).toContain(`href="/matches/${snapshot.match_id}"`);
});
