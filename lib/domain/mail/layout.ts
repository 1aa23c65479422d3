/** What a mail says, as plain text and as HTML. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
  /** Where its reader ends such mails with one click (RFC 8058). */
  unsubscribe?: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The colours of the site; readers of mail that know the dark theme use the second ones. */
const STYLES = `
  body { margin: 0; padding: 24px; background: #faf8f4; color: #1e2330; font: 16px/1.5 Inter, Arial, sans-serif; }
  main { max-width: 560px; margin: 0 auto; padding: 24px; border: 1px solid #e3dccf; border-radius: 12px; background: #fffdfa; }
  h1 { margin: 0 0 16px; font-size: 20px; }
  a.button { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #1e2330; color: #fffdfa; text-decoration: none; }
  h2 { margin: 24px 0 8px; font-size: 16px; }
  ul { margin: 0; padding-left: 20px; overflow-wrap: anywhere; }
  li { margin: 4px 0; }
  li a, .muted a { color: inherit; }
  .muted { color: #515867; font-size: 14px; overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1420; color: #e9edf5; }
    main { border-color: #243048; background: #141c2b; }
    a.button { background: #e9edf5; color: #0e1420; }
    .muted { color: #aab4c7; }
  }`;

/**
 * A mail with one link. All texts are the platform's.
 * @param of.after what to know about the link, below it
 * @param of.refusal the link that ends such mails, and its words
 */
export function linkMail(of: {
  subject: string;
  before: string;
  label: string;
  link: string;
  after: string;
  refusal?: { label: string; href: string };
}): MailText {
  const { subject, before, label, link, after, refusal } = of;
  const ending = refusal ? `\n${refusal.label}: ${refusal.href}\n` : '';
  return {
    subject,
    text: `${before}\n\n${link}\n\n${after}\n${ending}`,
    html: page(
      subject,
      `<p>${escaped(before)}</p>
<p><a class="button" href="${escaped(link)}">${escaped(label)}</a></p>
<p class="muted">${escaped(after)}</p>
<p class="muted">The address of the button: <a href="${escaped(link)}">${escaped(link)}</a></p>${
        refusal ? `\n<p class="muted"><a href="${escaped(refusal.href)}">${escaped(refusal.label)}</a></p>` : ''
      }`,
    ),
    ...(refusal ? { unsubscribe: refusal.href } : {}),
  };
}

/** The document of a mail. @param content HTML, escaped */
export const page = (subject: string, content: string): string => `<!doctype html>
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
${content}
</main>
</body>
</html>
`;

/** A line of a list in a mail. */
export interface MailLine {
  text: string;
  /** Where it is shown; absolute. */
  href?: string;
}

/** A list in a mail. */
export interface MailSection {
  title: string;
  lines: readonly MailLine[];
}

/**
 * A mail of lists, which its reader can end with one click. Texts are escaped.
 * @param of.manage the page where the reader chooses how often it comes
 */
export function listMail(of: {
  subject: string;
  lead: string;
  sections: readonly MailSection[];
  button: { label: string; href: string };
  manage: string;
  unsubscribe: string;
}): MailText {
  const { subject, lead, sections, button, manage, unsubscribe } = of;
  const lineText = ({ text, href }: MailLine) => (href === undefined ? `- ${text}` : `- ${text}\n  ${href}`);
  const lineHtml = ({ text, href }: MailLine) =>
    `<li>${href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`}</li>`;
  const ending = `How often this mail comes: ${manage}\nStop it with one click: ${unsubscribe}`;
  return {
    subject,
    text: `${[
      lead,
      ...sections.map(({ title, lines }) => `${title}\n${lines.map(lineText).join('\n')}`),
      `${button.label}: ${button.href}`,
      ending,
    ].join('\n\n')}\n`,
    html: page(
      subject,
      `<p>${escaped(lead)}</p>
${sections.map(({ title, lines }) => `<h2>${escaped(title)}</h2>\n<ul>\n${lines.map(lineHtml).join('\n')}\n</ul>`).join('\n')}
<p><a class="button" href="${escaped(button.href)}">${escaped(button.label)}</a></p>
<p class="muted"><a href="${escaped(manage)}">How often this mail comes</a> · <a href="${escaped(unsubscribe)}">Stop it</a></p>`,
    ),
    unsubscribe,
  };
}
