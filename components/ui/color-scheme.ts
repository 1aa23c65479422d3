/** Where browsers keep the chosen theme. The name is older than our own interface parts: another one would lose the choice. */
const STORED_AS = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-color-scheme';
const LIGHT_SYSTEM = '(prefers-color-scheme: light)';

/** The attribute of a button that switches between the dark and the light theme. */
export const SWITCH_ATTRIBUTE = 'data-switch-color-scheme';

/** Sets the theme of this document, and remembers it as `scheme`. */
const SET = `function(next){scheme=next;root.setAttribute(\`${ATTRIBUTE}\`,next)}`;

/** The stored theme, else that of the system, and dark where storage is forbidden. */
const APPLY = `function(){const stored=localStorage.getItem(\`${STORED_AS}\`);set(stored===\`light\`||stored===\`dark\`?stored:light.matches?\`light\`:\`dark\`)}`;

/** Switches the theme of this document and stores it. The theme of the system is not stored, so that it is followed again. */
const SWITCH = `function(){set(scheme===\`light\`?\`dark\`:\`light\`);if(scheme===(light.matches?\`light\`:\`dark\`))localStorage.removeItem(\`${STORED_AS}\`);else localStorage.setItem(\`${STORED_AS}\`,scheme)}`;

/** Sets the theme again when something else has: React writes what the server sent when it draws the whole page again. */
const KEEP = `new MutationObserver(function(){if(root.getAttribute(\`${ATTRIBUTE}\`)!==scheme)set(scheme)}).observe(root,{attributes:true})`;

/** Paper is light: the theme is light while the page is printed, and then what it was. */
const PRINT = `const paper=matchMedia(\`print\`);let onScreen=scheme;paper.addEventListener(\`change\`,function(){if(paper.matches){onScreen=scheme;set(\`light\`)}else set(onScreen)})`;

/**
 * Sets the theme before the first paint, follows the system and the other open pages of the browser, and lets every button with
 * {@link SWITCH_ATTRIBUTE} switch it, also before the scripts of the page are there. A script of the page's head. No quotes, `<`,
 * `>` or `&`: they would be escaped. Where storage is forbidden, each part fails alone and a switched theme lasts as long as the
 * page. When the page is shown it is set again: a page that the browser kept has missed the news, and a choice of a moment ago can
 * arrive late.
 */
export const SCHEME_SCRIPT = `try{const light=matchMedia(\`${LIGHT_SYSTEM}\`);const root=document.documentElement;let scheme=root.getAttribute(\`${ATTRIBUTE}\`);const set=${SET};${KEEP};const change=${SWITCH};document.addEventListener(\`click\`,function(event){try{if(event.target.closest(\`[${SWITCH_ATTRIBUTE}]\`))change()}catch{}});const apply=${APPLY};${PRINT};apply();light.addEventListener(\`change\`,apply);addEventListener(\`storage\`,apply);addEventListener(\`pageshow\`,function(){try{apply()}catch{}})}catch{}`;
