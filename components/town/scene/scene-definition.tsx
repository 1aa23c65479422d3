import { Scene } from './scene';

/** The drawing of the town as a definition that `use` shows by its id. */
export function SceneDefinition({ id }: { id: string }) {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden>
      <defs>
        <radialGradient id="town-glow">
          <stop offset="0" stopColor="var(--town-lamp)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--town-lamp)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g id={id}>
        <Scene />
      </g>
    </svg>
  );
}
