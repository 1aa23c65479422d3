/** Names of fields whose values are secrets. */
const SECRET_NAME = /pass(word|code|phrase)?$|secret|token|api_?key|private_?key|credential|authorization/i;
const MASK = '••••';
const MAX_CHARS = 8_000;

/** Arguments as the owner sees them before a decision: JSON with masked secrets, cut after 8,000 characters. */
export function toShownArguments(input: unknown): string {
  const text = JSON.stringify(input, (name, value: unknown) => (SECRET_NAME.test(name) ? maskAll(value) : value), 2);
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}\n… ${text.length - MAX_CHARS} more characters`;
}

/** Names of fields stay, so that the owner sees what kind of secret it is. */
function maskAll(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return MASK;
  if (Array.isArray(value)) return value.map(maskAll);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner)]));
}
