import type { Metadata } from 'next';

/** The metadata of a page that does not exist. */
export const MISSING: Metadata = { title: 'Not found' };
