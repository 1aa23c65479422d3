/** Names of fields that hold a secret in any spelling; `token_amount` and `secretary` do not. */
const SECRET_NAMES = new Set([
  'password',
  'passcode',
  'passphrase',
  'secret',
  'clientsecret',
  'apikey',
  'accesstoken',
  'refreshtoken',
  'sessiontoken',
  'privatekey',
  'authorization',
]);
/** Texts that are secrets by their form. Others, such as addresses of wallets, are what the owner has to see. */
const SECRET_FORMS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:Bearer|Basic) [\w+/.=~-]{8,}|\bey[\w-]{10,}\.ey[\w-]{10,}\.[\w-]*|\b(?:sk|rk|pk)[-_][\w-]{16,}|\b(?:pgo[acrsx]_|whsec_|gh[oprsu]_|github_pat_|glpat-|xox[abprs]-)[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}/g;
/** Characters that do not show, or turn the direction of others: a reader would see other arguments than are executed. */
const HIDDEN_CHARACTERS = /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u3164\uffa0]/gu;

const MASK = '••••';

/**
 * Arguments as the owner sees them before a decision: whole, as JSON. Only texts are masked, with their length: those in
 * fields that the tool declares secret, those without a space in fields named after a secret, and secrets by their form
 * inside texts. Numbers never are. Characters that do not show are written as \uXXXX.
 * @param secretFields top fields whose texts are all secret
 */
export function toShownArguments(input: unknown, secretFields: readonly string[] = []): string {
  const isSecret = (name: string) => SECRET_NAMES.has(name.replace(/[^A-Za-z0-9]/g, '').toLowerCase());
  const displayValue = (value: unknown, name: string, isDeclared: boolean): unknown => {
    if (typeof value === 'string') {
      if (isDeclared || (isSecret(name) && !/\s/.test(value))) return mask(value);
      return value.replace(SECRET_FORMS, mask);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => displayValue(item, name, isDeclared));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, displayValue(inner, key, isDeclared)]));
  };
  const fields = Object.entries((input ?? {}) as Record<string, unknown>);
  const masked = fields.map(([name, value]) => [name, displayValue(value, name, secretFields.includes(name))]);
  const text = JSON.stringify(Object.fromEntries(masked), null, 2);
  return text.replace(HIDDEN_CHARACTERS, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

const mask = (text: string): string => `${MASK} (${text.length} characters)`;

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
