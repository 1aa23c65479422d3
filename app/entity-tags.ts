import { createHash } from 'node:crypto';

/** The ETag of a text: weak, because what serves pages compresses some texts for some readers (RFC 9110, 8.8.3.3). */
export const entityTagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`;

/** Whether an If-None-Match names this content. Weak and strong tags are compared as one (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | null, tag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((part) => part.trim() === '*' || opaque(part.trim()) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');
