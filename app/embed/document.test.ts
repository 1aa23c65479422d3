import { expect, test } from 'vitest';
import { EMBEDDED_ID } from '@/components/embed/embedded';
import { embedHtml } from './document';

test('no name ends the title or the data of an embedded page', () => {
  const title = '</title></script><script>alert(1)</script>"&<!--';
  const shown = { kind: 'lobby' as const, title, matchId: 'a' };
  const html = embedHtml({ title, shown, theme: '"><script>' }, { script: 'a.js', style: 'a.css', fonts: [] });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<!--');
  expect(html).toContain('<html lang="en" data-mantine-color-scheme="dark">');
  const data = new RegExp(`id="${EMBEDDED_ID}">(.*?)</script>`).exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(shown);
  expect(html.match(/<title>(.*?)<\/title>/)?.[1]).toBe(
    '&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&lt;!-- · Botplay',
  );
});
