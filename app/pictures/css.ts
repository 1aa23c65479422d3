import { compile } from 'css-select';
import { parse as parseSelector, type Selector } from 'css-what';
import postcss, { type ChildNode, type Container } from 'postcss';

/** An element to which selectors are applied. */
export interface Styled {
  tag: string;
  /** With `class`. */
  attributes: Readonly<Record<string, string>>;
  parent: Styled | null;
  /** The children of the parent, this element included. */
  siblings: readonly Styled[];
}

interface Rule {
  matches(element: Styled): boolean;
  specificity: number;
  declarations: Record<string, string>;
}

export type Sheet = readonly Rule[];

/** How css-select reads our elements. It asks for no children: the selectors of our sheets look upwards. */
const ADAPTER = {
  isTag: (node: Styled): node is Styled => node !== null,
  getAttributeValue: ({ attributes }: Styled, name: string) => attributes[name],
  hasAttrib: ({ attributes }: Styled, name: string) => name in attributes,
  getName: ({ tag }: Styled) => tag,
  getParent: ({ parent }: Styled) => parent,
  getSiblings: ({ siblings }: Styled) => [...siblings],
  getChildren: () => [],
  getText: () => '',
  existsOne: () => false,
  findAll: () => [],
  findOne: () => null,
  removeSubsets: (nodes: Styled[]) => nodes,
};

/** Pseudo-classes that a still picture has; a selector with another one, such as `:hover`, does not match. */
const STATIC_PSEUDOS = new Set(['first-child', 'last-child', 'not']);

const isStatic = (selector: readonly Selector[]): boolean =>
  selector.every((part) => {
    if (part.type === 'pseudo-element') return false;
    if (part.type !== 'pseudo') return true;
    return STATIC_PSEUDOS.has(part.name) && (!Array.isArray(part.data) || part.data.every(isStatic));
  });

/** Classes, attributes and pseudo-classes count ten, a tag one. */
function specificityOf(selector: readonly Selector[]): number {
  const weights = selector.map(({ type }): number => {
    if (type === 'attribute' || type === 'pseudo') return 10;
    return type === 'tag' ? 1 : 0;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** A selector whose classes have the names of the markup. */
function renameClasses(selector: readonly Selector[], classOf: (local: string) => string): Selector[] {
  return selector.map((part): Selector => {
    if (part.type === 'attribute' && part.name === 'class') return { ...part, value: classOf(part.value) };
    if (part.type !== 'pseudo' || !Array.isArray(part.data)) return part;
    return { ...part, data: part.data.map((inner) => renameClasses(inner, classOf)) };
  });
}

/** The declarations of a rule, or of a `style` attribute, by name. */
export function declarationsOf(body: Container<ChildNode> | string): Record<string, string> {
  const container = typeof body === 'string' ? postcss.parse(body) : body;
  return Object.fromEntries(
    (container.nodes ?? []).flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value.trim()]] : [])),
  );
}

/** The variables that `:root` has in a theme. */
export function themeVariables(text: string, theme: 'dark' | 'light'): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const node of postcss.parse(text).nodes) {
    if (node.type !== 'rule') continue;
    const isOfTheme = node.selectors.some((selector) => selector === ':root' || selector.includes(`"${theme}"`));
    if (isOfTheme) Object.assign(variables, declarationsOf(node));
  }
  return variables;
}

/** Reads a style sheet without its at-rules; `classOf` maps a class of the file to its name in the markup. */
export function readSheet(text: string, classOf: (local: string) => string): Sheet {
  return postcss.parse(text).nodes.flatMap((node): Rule[] => {
    if (node.type !== 'rule') return [];
    const declarations = declarationsOf(node);
    return parseSelector(node.selector)
      .filter(isStatic)
      .map((selector) => ({
        matches: compile([renameClasses(selector, classOf)], { adapter: ADAPTER, xmlMode: true }),
        specificity: specificityOf(selector),
        declarations,
      }));
  });
}

/** The declarations of a sheet for an element: the more specific rule wins, then the later one. */
export function declaredFor(element: Styled, sheet: Sheet): Record<string, string> {
  const matching = sheet.filter((rule) => rule.matches(element));
  const ordered = matching.toSorted((one, other) => one.specificity - other.specificity);
  return Object.assign({}, ...ordered.map(({ declarations }) => declarations));
}
