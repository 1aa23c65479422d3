import { Fragment, isValidElement, type ReactNode } from 'react';

/** An element of the drawing, with all components rendered. */
export interface Drawn {
  tag: string;
  props: Readonly<Record<string, unknown>>;
  children: (Drawn | string)[];
}

/**
 * Renders the components of a drawing until only SVG elements are left. Only for components without hooks.
 */
export function renderElements(node: ReactNode): (Drawn | string)[] {
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
