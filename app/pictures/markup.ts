import { Fragment, isValidElement, type ReactNode } from 'react';
import { escapeMarkup } from '@/components/ui/escape-markup';
import { declarationsOf, declaredFor, type Sheet, type Styled } from './css';
import { outlineCurvedText } from './text-on-curve';
import { outlineText } from './text-outline';
import { formatColour, plainLengths, resolveVariables } from './values';

/** CSS properties that SVG has as attributes; others (transitions, cursors, layout) do not show in a picture. */
const PRESENTATION = new Set([
  'clip-path',
  'color',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'mask',
  'opacity',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'transform',
  'visibility',
]);
const PAINTS = new Set(['color', 'fill', 'stop-color', 'stroke']);
/** The properties that a text inherits. */
const INHERITED = ['dominant-baseline', 'fill', 'font-size', 'font-weight', 'letter-spacing', 'text-anchor'];
/** Attributes of SVG in camel case. */
const CAPITALS =
  /^(viewBox|preserveAspectRatio|(gradient|pattern)(Units|Transform)|patternContentUnits|clipPathUnits|mask(Content)?Units|spreadMethod|stdDeviation)$/;
const LEFT_OUT = /^(aria-|data-|on[A-Z]|(className|style|children|key|ref|role|tabIndex|focusable|pathLength)$)/;

/** What children inherit from an element. */
interface Inherited {
  variables: Readonly<Record<string, string>>;
  text: Readonly<Record<string, string>>;
}

/** Converts a drawing to SVG without style sheets, fonts and scripts. */
export function toMarkup(
  node: ReactNode,
  { sheet, variables }: { sheet: Sheet; variables: Record<string, string> },
): string {
  const drawn = renderElements(node);
  return printAll(drawn, null, { variables, text: {} }, { sheet, curves: curvesIn(drawn) });
}

/** An element of the drawing, with all components rendered. */
interface Drawn {
  tag: string;
  props: Readonly<Record<string, unknown>>;
  children: (Drawn | string)[];
}

/**
 * Renders the components of a drawing until only SVG elements are left. Only for components without hooks.
 */
function renderElements(node: ReactNode): (Drawn | string)[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return [String(node)];
  if (!isValidElement(node))
    return Symbol.iterator in node ? [...node].flatMap((one) => renderElements(one as ReactNode)) : [];
  const props = node.props as Record<string, unknown> & { children?: ReactNode };
  if (node.type === Fragment) return renderElements(props.children);
  if (typeof node.type === 'string') return [{ tag: node.type, props, children: renderElements(props.children) }];
  if (typeof node.type === 'function') return renderElements((node.type as (props: unknown) => ReactNode)(props));
  throw new Error('A drawing for a picture is made of elements and plain components.');
}

/** Constant for the whole drawing. */
interface Context {
  sheet: Sheet;
  /** The paths with an id, for text along a path. */
  curves: ReadonlyMap<string, string>;
}

function curvesIn(nodes: readonly (Drawn | string)[]): Map<string, string> {
  const found = nodes.flatMap((node): [string, string][] => {
    if (typeof node === 'string') return [];
    const { id, d } = node.props;
    const own: [string, string][] = typeof id === 'string' && typeof d === 'string' ? [[id, d]] : [];
    return [...own, ...curvesIn(node.children)];
  });
  return new Map(found);
}

function printAll(
  nodes: readonly (Drawn | string)[],
  parent: Styled | null,
  inherited: Inherited,
  context: Context,
): string {
  const elements = nodes.filter((node) => typeof node !== 'string');
  const siblings: Styled[] = [];
  for (const { tag, props } of elements) siblings.push({ tag, attributes: selectable(props), parent, siblings });
  return elements.map((element, index) => print(element, siblings[index] as Styled, inherited, context)).join('');
}

/** The attributes that selectors can ask for. */
function selectable({ className, ...props }: Drawn['props']): Styled['attributes'] {
  const attributes = Object.entries({ ...props, class: className ?? '' }).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  );
  return Object.fromEntries(attributes);
}

function print(element: Drawn, styled: Styled, inherited: Inherited, context: Context): string {
  const attributes = attributesOf(element.props);
  const declared = { ...declaredFor(styled, context.sheet), ...inlineOf(element.props.style) };
  const variables = withVariables(inherited.variables, declared);
  for (const [name, value] of Object.entries(declared)) {
    const resolved = name.startsWith('--') ? null : resolveVariables(value, variables);
    if (resolved !== null) attributes[name] = PAINTS.has(name) ? formatColour(resolved) : plainLengths(resolved);
  }
  // A dash as long as the path animates its drawing: the picture shows the whole path.
  if ('pathLength' in element.props) {
    delete attributes['stroke-dasharray'];
    delete attributes['stroke-dashoffset'];
  }
  for (const name of PAINTS) {
    const value = attributes[name];
    if (value) attributes[name] = formatColour(resolveVariables(value, variables) ?? value);
  }
  const text = { ...inherited.text, ...pick(attributes, INHERITED) };
  if (attributes.display === 'none') return '';
  if (element.tag === 'text') return printText(element, attributes, text, context);
  const inside = printAll(element.children, styled, { variables, text }, context);
  return `<${element.tag}${written(attributes)}>${inside}</${element.tag}>`;
}

function pick(from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

function withVariables(inherited: Inherited['variables'], declared: Readonly<Record<string, string>>) {
  const own = Object.entries(declared).filter(([name]) => name.startsWith('--'));
  if (own.length === 0) return inherited;
  return {
    ...inherited,
    ...Object.fromEntries(own.map(([name, value]) => [name, resolveVariables(value, inherited) ?? value])),
  };
}

/** React properties as SVG attributes. */
function attributesOf(props: Drawn['props']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) => {
      if (LEFT_OUT.test(name) || !['string', 'number'].includes(typeof value)) return [];
      const spelled = CAPITALS.test(name) ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return [[spelled, String(value)]];
    }),
  );
}

function inlineOf(style: unknown): Record<string, string> {
  if (typeof style === 'string') return declarationsOf(style);
  if (typeof style !== 'object' || style === null) return {};
  return Object.fromEntries(
    Object.entries(style).map(([name, value]) => [
      name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    ]),
  );
}

const GEOMETRY =
  /^(x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|width|height|d|points|id|href|offset|viewBox|preserveAspectRatio|xmlns)$/;

/** Only attributes of SVG, without styles of the page's layout. */
function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => GEOMETRY.test(name) || CAPITALS.test(name) || PRESENTATION.has(name))
    .filter(([name, value]) => !(/^(width|height|r|rx|ry)$/.test(name) && !/^[\d.]+%?$/.test(value)))
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
}

const textOf = (nodes: readonly (Drawn | string)[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

const ANCHORS: Record<string, number> = { middle: 0.5, end: 1 };
/** Half the height of a capital letter, in font sizes. */
const HALF_CAPITAL = 0.355;

/** Text as a path; a bold weight becomes a stroke of the same colour. */
function printText(
  { children }: Drawn,
  attributes: Readonly<Record<string, string>>,
  text: Inherited['text'],
  { curves }: Context,
): string {
  const size = Number.parseFloat(text['font-size'] ?? '16');
  const letters = text['letter-spacing'] ?? '0';
  const spacing = Number.parseFloat(letters) * (letters.endsWith('em') ? size : 1);
  const anchor = ANCHORS[text['text-anchor'] ?? ''] ?? 0;
  const weight = text['font-weight'] === 'bold' ? 700 : Number(text['font-weight'] ?? 400);
  const bold: Record<string, string> =
    weight > 450 ? { stroke: text.fill ?? 'black', 'stroke-width': String((weight - 400) * 0.2) } : {};
  const { transform, x = 0, y = 0, stroke: _, ...rest } = attributes;
  const group = (inside: string) =>
    `<g${written({ ...rest, ...(transform ? { transform } : {}), ...bold })}>${inside}</g>`;
  const along = children.find((child) => typeof child !== 'string' && child.tag === 'textPath') as Drawn | undefined;
  if (along) {
    const d = curves.get(String(along.props.href).slice(1)) ?? '';
    const start = Number.parseFloat(String(along.props.startOffset ?? '0')) / 100;
    return group(outlineCurvedText(textOf(along.children), { d, size, spacing, anchor, start }));
  }
  const words = outlineText(textOf(children), size, spacing);
  const isCentral = /^(central|middle)$/.test(text['dominant-baseline'] ?? '');
  const left = Number(x) - words.width * anchor;
  const base = Number(y) + (isCentral ? size * HALF_CAPITAL : 0);
  const placed = `translate(${left.toFixed(2)} ${base.toFixed(2)}) scale(${words.scale.toFixed(5)})`;
  return group(`<path transform="${placed}" d="${words.path}"/>`);
}
