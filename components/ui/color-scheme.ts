/** Where Mantine keeps the theme of this browser as well, so that its pages and ours agree. */
const STORED_AS = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

/**
 * Sets the stored theme before the first paint; dark where none is stored or storage is forbidden. A script of the page's
 * head. No quotes: they would be escaped.
 */
export const SCHEME_SCRIPT = `try{document.documentElement.setAttribute(\`${ATTRIBUTE}\`,localStorage.getItem(\`${STORED_AS}\`)===\`light\`?\`light\`:\`dark\`)}catch{}`;

/** Switches between the dark and the light theme. */
export function switchScheme(): void {
  const next = document.documentElement.getAttribute(ATTRIBUTE) === 'light' ? 'dark' : 'light';
  document.documentElement.setAttribute(ATTRIBUTE, next);
  try {
    localStorage.setItem(STORED_AS, next);
  } catch {
    // Storage is forbidden: the theme lasts as long as the page.
  }
}
