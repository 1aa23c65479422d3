/** A key for one intention: what is sent again with it happens once. Works on plain http too, where randomUUID does not. */
export function onceKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
