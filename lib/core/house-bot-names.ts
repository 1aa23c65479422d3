/** The names of the house bots, apart from what they are, because every page of a match needs them. */
export const HOUSE_BOT_NAMES = [
  'Pip', 'Gizmo', 'Snippet', 'Cricket', 'Twig', 'Sprout',
  'Juno', 'Onyx', 'Flint', 'Magpie', 'Quill', 'Sorrel',
  'Atlas', 'Vesper', 'Oberon', 'Kestrel', 'Cobalt', 'Tethys',
] as const; // biome-ignore format: six of each strength in a line
export type HouseBotName = (typeof HOUSE_BOT_NAMES)[number];

/** `Pip` for `Pip (house bot)` and for `Pip 2 (house bot)`, of a league with more bots than characters; else undefined. */
export function houseBotName(displayName: string): HouseBotName | undefined {
  return HOUSE_BOT_NAMES.find((name) => displayName.startsWith(name) && LABEL.test(displayName.slice(name.length)));
}

const LABEL = /^(?: \d+)? \(house bot\)$/;
