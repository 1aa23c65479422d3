import { z } from 'zod';
import { findJsonFault } from '@/lib/core/json';

/** The search parameters of a page, as Next passes them. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The value of a parameter; null when it is absent, empty, repeated or cannot be stored. */
export function oneOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' && findJsonFault(value) === null ? value : null;
}

/** Whether a text from an address has the form of an id. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
