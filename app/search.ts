import { z } from 'zod';

/** The search part of an address as Next hands it to a page. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The one value of a parameter; null when it is absent, empty or there are several. */
export function oneOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whether a text from an address can be an id at all. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
