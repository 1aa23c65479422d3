/** Replaces `var(--x, fallback)` by the value of the variable; null when it has no fallback. */
export function resolveVariables(value: string, variables: Readonly<Record<string, string>>): string | null {
  let resolved = value;
  for (let depth = 0; resolved.includes('var('); depth++) {
    const inner = /var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*(?:\([^()]*\))?[^()]*))?\)/.exec(resolved);
    if (!inner || depth > 20) return null;
    const [whole, name = '', fallback] = inner;
    const found = variables[name] ?? fallback;
    if (found === undefined) return null;
    resolved = resolved.replace(whole, found);
  }
  return resolved;
}

/** `rgb(1 2 3 / 50%)` as `rgba(1,2,3,0.5)`, which every program that draws SVG reads; other values unchanged. */
export function formatColour(text: string): string {
  const [whole, channels = '', percent] = /^rgb\((\d+ \d+ \d+)(?: \/ ([\d.]+)%)?\)$/.exec(text) ?? [];
  if (!whole) return text;
  return `rgba(${channels.replaceAll(' ', ',')},${Number(percent ?? 100) / 100})`;
}

/** CSS lengths and transforms as attributes: `translate(3px, 4px)` → `translate(3 4)`. */
export function plainLengths(text: string): string {
  return text.replace(/(-?[\d.]+)(?:px|deg)\b/g, '$1').replace(/,\s*/g, ' ');
}
