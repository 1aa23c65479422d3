/** Where browsers keep the chosen theme. The name is older than our own interface parts: another one would lose the choice. */
const STORED_AS = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-color-scheme';
const LIGHT_SYSTEM = '(prefers-color-scheme: light)';

type Scheme = 'dark' | 'light';

/**
 * Sets the theme before the first paint: the stored one, else that of the system, which is followed while the page is open, and
 * dark where storage is forbidden. A script of the page's head. No quotes, `<`, `>` or `&`: they would be escaped.
 */
export const SCHEME_SCRIPT = `try{const light=matchMedia(\`${LIGHT_SYSTEM}\`);const apply=function(){const stored=localStorage.getItem(\`${STORED_AS}\`);document.documentElement.setAttribute(\`${ATTRIBUTE}\`,stored===\`light\`||stored===\`dark\`?stored:light.matches?\`light\`:\`dark\`)};apply();light.addEventListener(\`change\`,apply)}catch{}`;

/** Switches between the dark and the light theme. The theme of the system is not stored, so that it is followed again. */
export function switchScheme(): void {
  const next: Scheme = document.documentElement.getAttribute(ATTRIBUTE) === 'light' ? 'dark' : 'light';
  const ofSystem: Scheme = matchMedia(LIGHT_SYSTEM).matches ? 'light' : 'dark';
  document.documentElement.setAttribute(ATTRIBUTE, next);
  try {
    if (next === ofSystem) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, next);
  } catch {
    // Storage is forbidden: the theme lasts as long as the page.
  }
}
