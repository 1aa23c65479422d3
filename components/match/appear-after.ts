import type { CSSProperties } from 'react';

/** Keeps an element with the class `appears-late` (base.css) invisible for a time. */
export const appearAfter = (ms: number) => ({ '--late': `${ms}ms` }) as CSSProperties;
