import type { Metadata } from 'next';

/** The metadata of a page that does not exist. */
export const NOT_FOUND_METADATA: Metadata = { title: 'Not found' };
