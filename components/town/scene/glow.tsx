/** The light around lamps and windows at night, for `fill: url("#town-glow")`. */
export function Glow() {
  return (
    <radialGradient id="town-glow">
      <stop offset="0" stopColor="var(--town-lamp)" stopOpacity="0.5" />
      <stop offset="1" stopColor="var(--town-lamp)" stopOpacity="0" />
    </radialGradient>
  );
}
