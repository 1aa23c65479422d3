/** What a selector asks of one element. */
interface Compound {
  tag: string | null;
  classes: string[];
  attributes: { name: string; value: string | null }[];
  pseudos: Pseudo[];
}
type Pseudo = { kind: 'first' | 'last' | 'never' } | { kind: 'not'; compound: Compound };
interface Step {
  compound: Compound;
  /** How the element before is found: any ancestor or the parent. */
  within: 'ancestor' | 'parent';
}
interface Rule {
  steps: Step[];
  specificity: number;
  declarations: Record<string, string>;
}

export type Sheet = readonly Rule[];

/** An element as selectors see it. */
export interface Styled {
  tag: string;
  classes: ReadonlySet<string>;
  attributes: Readonly<Record<string, string>>;
  isFirst: boolean;
  isLast: boolean;
  parent: Styled | null;
}

/** The blocks of a style sheet; at-rules (media, keyframes) are left out, pictures stand still. */
function blocksOf(text: string): { head: string; body: string }[] {
  const found: { head: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{' && depth++ === 0) open = at;
    if (text[at] === '}' && --depth === 0) {
      const head = text.slice(start, open).trim();
      if (!head.startsWith('@')) found.push({ head, body: text.slice(open + 1, at) });
      start = at + 1;
    }
    if (text[at] === ';' && depth === 0) start = at + 1;
  }
  return found;
}

/** `fill: red; stroke: blue` → by name. */
export function declarationsOf(body: string): Record<string, string> {
  return Object.fromEntries(
    body.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      return colon === -1 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]];
    }),
  );
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '');

/** The variables that `:root` has in a theme. */
export function themeVariables(text: string, theme: 'dark' | 'light'): Record<string, string> {
  const isOfTheme = (selector: string) => selector === ':root' || selector.includes(`"${theme}"`);
  return Object.assign(
    {},
    ...blocksOf(withoutComments(text))
      .filter(({ head }) => head.split(',').some((selector) => isOfTheme(selector.trim())))
      .map(({ body }) => declarationsOf(body)),
  );
}

/** Reads a style sheet; `classOf` tells how a class of it is called in the markup. */
export function readSheet(text: string, classOf: (local: string) => string): Sheet {
  return blocksOf(withoutComments(text)).flatMap(({ head, body }) => {
    const declarations = declarationsOf(body);
    return head.split(/,(?![^(]*\))/).map((selector) => ({ ...readSelector(selector.trim(), classOf), declarations }));
  });
}

function readSelector(selector: string, classOf: (local: string) => string): Pick<Rule, 'steps' | 'specificity'> {
  const steps: Step[] = [];
  let within: Step['within'] = 'ancestor';
  for (const word of selector.split(/\s+(?![^[(]*[\])])/)) {
    if (word === '>') within = 'parent';
    else {
      steps.push({ compound: readCompound(word, classOf), within });
      within = 'ancestor';
    }
  }
  const specificity = steps.reduce((sum, { compound }) => sum + weightOf(compound), 0);
  return { steps, specificity };
}

function weightOf({ tag, classes, attributes, pseudos }: Compound): number {
  return (tag ? 1 : 0) + 10 * (classes.length + attributes.length + pseudos.length);
}

const PART = /\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]|::?([\w-]+)(?:\(([^)]*)\))?|([a-zA-Z*][\w-]*)/g;

function readCompound(word: string, classOf: (local: string) => string): Compound {
  const compound: Compound = { tag: null, classes: [], attributes: [], pseudos: [] };
  for (const [, local, attribute, value, pseudo, inside, tag] of word.matchAll(PART)) {
    if (local) compound.classes.push(classOf(local));
    else if (attribute) compound.attributes.push({ name: attribute, value: value ?? null });
    else if (pseudo) compound.pseudos.push(readPseudo(pseudo, inside ?? '', classOf));
    else if (tag && tag !== '*') compound.tag = tag;
  }
  return compound;
}

function readPseudo(name: string, inside: string, classOf: (local: string) => string): Pseudo {
  if (name === 'first-child') return { kind: 'first' };
  if (name === 'last-child') return { kind: 'last' };
  if (name === 'not') return { kind: 'not', compound: readCompound(inside, classOf) };
  return { kind: 'never' };
}

function matches(element: Styled, compound: Compound): boolean {
  return (
    (compound.tag === null || compound.tag === element.tag) &&
    compound.classes.every((name) => element.classes.has(name)) &&
    compound.attributes.every(({ name, value }) =>
      value === null ? name in element.attributes : element.attributes[name] === value,
    ) &&
    compound.pseudos.every((pseudo) => {
      if (pseudo.kind === 'not') return !matches(element, pseudo.compound);
      if (pseudo.kind === 'never') return false;
      return pseudo.kind === 'first' ? element.isFirst : element.isLast;
    })
  );
}

function selects(steps: readonly Step[], element: Styled): boolean {
  const last = steps.at(-1);
  if (!last || !matches(element, last.compound)) return false;
  const rest = steps.slice(0, -1);
  if (rest.length === 0) return true;
  for (let above = element.parent; above; above = above.parent) {
    if (selects(rest, above)) return true;
    if (last.within === 'parent') return false;
  }
  return false;
}

/** What a sheet declares for an element: the later and the more specific wins. */
export function declaredFor(element: Styled, sheet: Sheet): Record<string, string> {
  const found = sheet
    .map((rule, order) => ({ rule, order }))
    .filter(({ rule }) => selects(rule.steps, element))
    .sort((one, other) => one.rule.specificity - other.rule.specificity || one.order - other.order);
  return Object.assign({}, ...found.map(({ rule }) => rule.declarations));
}
