import { z } from 'zod';
import { findUnstorable } from '@/lib/core/json';

/** The search part of an address as Next hands it to a page. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The one value of a parameter; null when it is absent, empty, no text that could be stored, or there are several. */
export function oneOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' && findUnstorable(value) === null ? value : null;
}

/** Whether a text from an address can be an id at all. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
