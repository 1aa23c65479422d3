import { isJsonObject } from '@/lib/core/json';

const REMOVED = '[removed]';
/** A shorter text is no secret: replacing it would change other words. */
const MIN_SECRET_CHARACTERS = 4;

/** A text as it is, and as it is written inside a JSON string. */
function writtenForms(secret: string): string[] {
  return [...new Set([JSON.stringify(secret).slice(1, -1), secret])];
}

/** A text without these secrets. */
export function removeFromText(text: string, secrets: readonly string[]): string {
  let cleaned = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_CHARACTERS) continue;
    for (const form of writtenForms(secret)) cleaned = cleaned.replaceAll(form, REMOVED);
  }
  return cleaned;
}

/** A JSON value whose strings and keys do not contain these secrets. The value itself when there are none. */
export function removeSecrets<T>(value: T, secrets: readonly string[]): T {
  return secrets.length === 0 ? value : (cleaned(value, secrets) as T);
}

function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return removeFromText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [removeFromText(key, secrets), cleaned(item, secrets)]),
  );
}
