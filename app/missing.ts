import type { Metadata } from 'next';

/** What a page says of itself when its address names nothing. */
export const MISSING: Metadata = { title: 'Not found' };
