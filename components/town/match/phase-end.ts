import type { LiveMatch } from '@/lib/domain/matches';
import type { Scene } from '@/lib/games/werewolf/transcript';

/** When the running phase ends, ISO 8601; null when no phase runs. */
export function endOfPhase(
  { phase, phaseStartedAt, phaseMs }: Scene,
  { clock }: Pick<LiveMatch, 'clock'>,
): string | null {
  // No event begins the first phase.
  if (phase === 'LOBBY') return clock.deadline_at;
  const started = Date.parse(phaseStartedAt);
  return phaseMs === null || Number.isNaN(started) ? null : new Date(started + phaseMs).toISOString();
}
