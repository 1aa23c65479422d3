import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to one of our pages. Nothing is requested before it is followed: no page can be prepared in advance, because each
 * shows what is so now, and the links of one page would send dozens of requests.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
