import { Section } from '@/components/ui/section';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, isTalk, type Scene } from '@/lib/games/werewolf/transcript';
import { Accusations } from './accusations';
import { Tally } from './tally';

/** The most accused; key moments follow below. */
const MAX_SHOWN = 4;

export interface DayPanelProps {
  scene: Scene;
  accusations: readonly Accusation[];
  players: readonly SnapshotPlayer[];
}

/** Who is accused and how the vote stands: while players talk the accusations first, then the votes. */
export function DayPanel({ scene, accusations, players }: DayPanelProps) {
  const votes = (
    <Section key="votes" title={scene.voteDay === null ? 'Votes' : `Votes of day ${scene.voteDay}`}>
      <Tally scene={scene} players={players} />
    </Section>
  );
  const accused = accusations.length > 0 && (
    <Section key="accused" title={`Accused on day ${scene.day}`}>
      <Accusations accusations={accusations.slice(0, MAX_SHOWN)} players={players} />
    </Section>
  );
  return isTalk(scene.phase) ? [accused, votes] : [votes, accused];
}
