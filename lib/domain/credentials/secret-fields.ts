import { isJsonObject, type JsonObject } from '@/lib/core/json';

/** What a field of a login is: who, a lasting secret, or a token that expires. decisions.md, Credentials. */
export type FieldRole = 'identity' | 'secret' | 'short_lived';

const ROLES: Readonly<Record<FieldRole, readonly string[]>> = {
  identity: ['username', 'user', 'login', 'email', 'handle', 'account_id', 'player_name'],
  secret: ['password', 'passcode', 'secret', 'api_key'],
  short_lived: ['token', 'access_token', 'session_token'],
};

const plainName = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const ROLE_OF = new Map(
  Object.entries(ROLES).flatMap(([role, names]) => names.map((name) => [plainName(name), role as FieldRole] as const)),
);

/** Names for the same thing: a value stored under one may fill an argument with another. */
const ALIASES: readonly (readonly string[])[] = [
  ['username', 'user', 'login', 'handle', 'playername'],
  ['password', 'passcode'],
];

/** Fields nested deeper than this are not looked at. */
const MAX_DEPTH = 5;

const REMOVED = '[removed]';

/** The role of a field by its name, in any spelling (`apiKey`, `api_key`); null for other fields. */
export function fieldRole(name: string): FieldRole | null {
  return ROLE_OF.get(plainName(name)) ?? null;
}

function isSecretField(name: string): boolean {
  const role = fieldRole(name);
  return role === 'secret' || role === 'short_lived';
}

/** The names of the fields of a credential that a login can carry. */
export function credentialFieldNames(secret: JsonObject): string[] {
  return Object.entries(secret).flatMap(([name, value]) => (isJsonObject(value) ? [] : [name]));
}

/** The contents of the secret fields as texts, such as a password or a numeric passcode. */
export function secretTexts(fields: JsonObject): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isSecretField(name) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );
}

/** The stored value for an argument: under its own name, else under another name for the same thing. */
export function findStoredValue(secret: JsonObject, argument: string): unknown {
  const wanted = plainName(argument);
  const aliases = ALIASES.find((names) => names.includes(wanted)) ?? [wanted];
  const stored = Object.entries(secret).map(([name, value]) => [plainName(name), value] as const);
  return [wanted, ...aliases]
    .map((name) => stored.find(([field]) => field === name)?.[1])
    .find((value) => value != null);
}

/** The values of the fields with a role. */
export function valuesOf(secret: JsonObject, role: FieldRole): unknown[] {
  return Object.entries(secret).flatMap(([name, value]) => (fieldRole(name) === role ? [value] : []));
}

/** Whether a login can be repeated later: it says who, and has a lasting secret. */
export function isReusable(secret: JsonObject): boolean {
  return valuesOf(secret, 'identity').length > 0 && valuesOf(secret, 'secret').length > 0;
}

const isCredentialValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 4_096 && value !== REMOVED) || Number.isInteger(value);

/**
 * The credential fields inside values, such as the arguments of a login and its answer, at most 5 levels deep; JSON in
 * texts counts. Of fields with the same name the first one counts.
 */
export function findCredentialFields(values: readonly unknown[]): JsonObject {
  const found = new Map<string, [name: string, value: string | number]>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string') visitText(value, depth);
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const isNew = fieldRole(name) !== null && isCredentialValue(inner) && !found.has(plainName(name));
      if (isNew) found.set(plainName(name), [name, inner]);
      else visit(inner, depth + 1);
    }
  };
  const visitText = (text: string, depth: number): void => {
    if (!/^\s*[[{]/.test(text)) return;
    try {
      visit(JSON.parse(text), depth + 1);
    } catch {
      // Text that only begins like JSON.
    }
  };
  for (const value of values) visit(value, 0);
  return Object.fromEntries(found.values());
}

/** A value without the contents of fields whose names say that they are secret. The value itself when it has none. */
export function withoutSecretFields<T>(value: T): T {
  return redact(value, 0) as T;
}

function redact(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => redact(item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const fields = Object.entries(value);
  const cleaned = fields.map(([name, inner]): [string, unknown] => {
    const isPlain = typeof inner === 'string' || typeof inner === 'number';
    return [name, isPlain && isSecretField(name) ? REMOVED : redact(inner, depth + 1)];
  });
  return cleaned.some(([, inner], index) => inner !== fields[index]?.[1]) ? Object.fromEntries(cleaned) : value;
}
