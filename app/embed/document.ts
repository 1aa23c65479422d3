import { EMBEDDED_ID, type Embedded } from '@/components/embed/embedded';
import { escapeMarkup } from '@/components/ui/escape-markup';
import { type EmbedFiles, listEmbedFiles } from './files';
import { writePlainContent } from './plain-content';

/** JSON that cannot end the script element around it. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export interface EmbedDocument {
  title: string;
  content: Embedded;
  /** The theme that the address names; dark for any other value. */
  theme: string | null;
}

/** The HTML of an embedded page. Names in it are hostile. */
export function embedHtml({ title, content, theme }: EmbedDocument, { script, style, fonts }: EmbedFiles): string {
  const preloads = fonts.map(
    (name) => `<link rel="preload" href="/embed/files/${name}" as="font" type="font/woff2" crossorigin>`,
  );
  return `<!doctype html>
<html lang="en" data-color-scheme="${theme === 'light' ? 'light' : 'dark'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)} · Botplay</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${preloads.join('\n')}
<link rel="stylesheet" href="/embed/files/${style}">
<script type="module" src="/embed/files/${script}"></script>
</head>
<body>
<main id="main"></main>
<script type="application/json" id="${EMBEDDED_ID}">${toScriptJson(content)}</script>
<noscript>
${writePlainContent(title, content)}
</noscript>
</body>
</html>
`;
}

/**
 * An embedded page: what it shows as JSON, drawn in the browser by the bundle of the embedded pages. Without Next, whose
 * runtime alone is larger than the boards. docs/decisions/0046-weight-of-pages.md
 */
export async function writeEmbedDocument(page: EmbedDocument, status = 200): Promise<Response> {
  return new Response(embedHtml(page, await listEmbedFiles()), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
