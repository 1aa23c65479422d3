import { isJsonObject } from '@/lib/core/json';
import type { CallContext } from './experience-client';
import { parseJson } from './text';

const REMOVED = '[removed]';
/** A shorter text is no secret: replacing it would change other words. */
const MIN_SECRET_CHARACTERS = 4;

/** What is sent with a call and no answer may repeat: the token of the agent, and secrets among the arguments. */
export function secretsOf({ bearerToken, secrets = [] }: CallContext): readonly string[] {
  return bearerToken ? [bearerToken, ...secrets] : secrets;
}

/** A text as it is, inside a JSON string and inside a URL. */
function writtenForms(secret: string): string[] {
  return [
    ...new Set([JSON.stringify(secret).slice(1, -1), secret, encodeURIComponent(Buffer.from(secret).toString())]),
  ];
}

/**
 * A text without these secrets. JSON is read, so that it does not matter how its writer escaped characters (`\/`,
 * `\u00e4`), and written anew when it contained one.
 */
export function removeFromText(text: string, secrets: readonly string[]): string {
  const hidden = secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS);
  if (hidden.length === 0) return text;
  const value = /^\s*["[{]/.test(text) ? parseJson(text) : undefined;
  if (value === undefined)
    return hidden.flatMap(writtenForms).reduce((rest, form) => rest.replaceAll(form, REMOVED), text);
  const before = JSON.stringify(value);
  const after = JSON.stringify(removeSecrets(value, hidden));
  return after === before ? text : after;
}

/** A JSON value whose strings, numbers and keys do not contain these secrets. The value itself when there are none. */
export function removeSecrets<T>(value: T, secrets: readonly string[]): T {
  return secrets.length === 0 ? value : (cleaned(value, secrets) as T);
}

function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return removeFromText(value, secrets);
  if (typeof value === 'number') return removeFromText(String(value), secrets) === REMOVED ? REMOVED : value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [removeFromText(key, secrets), cleaned(item, secrets)]),
  );
}
