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

type Colour = [red: number, green: number, blue: number, alpha: number];

function share(text: string): number {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text);
}

/** `#abc`, `#aabbcc`, `rgb(1 2 3 / 50%)`, `transparent`, `color-mix(in srgb, a 20%, b)`; null if it is not a colour. */
export function readColour(text: string): Colour | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
    return [red, green, blue, 1];
  }
  if (text === 'transparent') return [0, 0, 0, 0];
  if (text === 'white') return [255, 255, 255, 1];
  if (text === 'black') return [0, 0, 0, 1];
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:\s*[/,]\s*([\d.]+%?))?\s*\)$/.exec(text);
  if (parts) return [Number(parts[1]), Number(parts[2]), Number(parts[3]), parts[4] ? share(parts[4]) : 1];
  return readMix(text);
}

function readMix(text: string): Colour | null {
  const mix = /^color-mix\(in \w+,\s*(.+)\)$/.exec(text)?.[1];
  if (!mix) return null;
  const sides = mix.split(/,(?![^(]*\))/).map((side) => {
    const [, colour = '', portion] = /^(.*?)(?:\s+([\d.]+%))?$/.exec(side.trim()) ?? [];
    return { colour: readColour(colour), portion: portion ? share(portion) : null };
  });
  const [one, other] = sides;
  if (!one?.colour || !other?.colour) return null;
  const first = one.portion ?? (other.portion === null ? 0.5 : 1 - other.portion);
  return blend(one.colour, other.colour, first);
}

/** Mixes two colours, weighted by their opacity. */
function blend(one: Colour, other: Colour, first: number): Colour {
  const alpha = one[3] * first + other[3] * (1 - first);
  const channel = (index: 0 | 1 | 2) =>
    alpha === 0 ? 0 : (one[index] * one[3] * first + other[index] * other[3] * (1 - first)) / alpha;
  return [channel(0), channel(1), channel(2), alpha];
}

/** A colour as `rgb()` or `rgba()`; other values unchanged. */
export function formatColour(text: string): string {
  const colour = readColour(text);
  if (!colour) return text;
  const [red, green, blue, alpha] = colour;
  const channels = [red, green, blue].map(Math.round);
  return alpha === 1 ? `rgb(${channels.join(',')})` : `rgba(${channels.join(',')},${alpha.toFixed(3)})`;
}

/** CSS lengths and transforms as attributes: `translate(3px, 4px)` → `translate(3 4)`. */
export function plainLengths(text: string): string {
  return text.replace(/(-?[\d.]+)(?:px|deg)\b/g, '$1').replace(/,\s*/g, ' ');
}
