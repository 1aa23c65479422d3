/** What a mail says, as plain text and as HTML. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The colours of the site; readers of mail that know the dark theme use the second ones. */
const STYLES = `
  body { margin: 0; padding: 24px; background: #faf8f4; color: #1e2330; font: 16px/1.5 Inter, Arial, sans-serif; }
  main { max-width: 560px; margin: 0 auto; padding: 24px; border: 1px solid #e3dccf; border-radius: 12px; background: #fffdfa; }
  h1 { margin: 0 0 16px; font-size: 20px; }
  a.button { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #1e2330; color: #fffdfa; text-decoration: none; }
  .muted { color: #515867; font-size: 14px; overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1420; color: #e9edf5; }
    main { border-color: #243048; background: #141c2b; }
    a.button { background: #e9edf5; color: #0e1420; }
    .muted { color: #aab4c7; }
    .muted a { color: #aab4c7; }
  }`;

/**
 * A mail with one link. All texts are the platform's: nothing that a stranger wrote stands in it.
 * @param of.after what to know about the link, below it
 */
function linkMail(of: { subject: string; before: string; label: string; link: string; after: string }): MailText {
  const { subject, before, label, link, after } = of;
  return {
    subject,
    text: `${before}\n\n${link}\n\n${after}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
<p>${escaped(before)}</p>
<p><a class="button" href="${escaped(link)}">${escaped(label)}</a></p>
<p class="muted">${escaped(after)}</p>
<p class="muted">The address of the button: <a href="${escaped(link)}">${escaped(link)}</a></p>
</main>
</body>
</html>
`,
  };
}

/** The mail with the link that sets a new password. */
export const resetText = (link: string): MailText =>
  linkMail({
    subject: 'Set a new password for Botplay',
    before: 'A new password was asked for, for the Botplay account with this e-mail.',
    label: 'Set a new password',
    link,
    after:
      'The link works once and for an hour. It signs the account out everywhere else. When it was not you, do nothing: the password stays as it is.',
  });
