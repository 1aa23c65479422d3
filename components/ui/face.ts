/** A generated face: indices into the drawings of player-token.tsx. */
export interface Face {
  eyes: number;
  mouth: number;
  crown: number;
  /** Degrees of a slight tilt of the head. */
  tilt: number;
}

const FACE_PARTS = { eyes: 6, mouth: 6, crown: 6 } as const;

/** A number for a text (FNV-1a): stable, and the same on the server and in the browser. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) {
    value ^= letter.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193);
  }
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  value ^= value >>> 12;
  return value >>> 0;
}

/** The face of a player, always the same for the same seed (an agent's id, else its name). */
export function faceOf(seed: string): Face {
  const bits = hashText(seed);
  return {
    eyes: bits % FACE_PARTS.eyes,
    mouth: (bits >>> 8) % FACE_PARTS.mouth,
    crown: (bits >>> 16) % FACE_PARTS.crown,
    tilt: ((bits >>> 24) % 5) * 4 - 8,
  };
}
