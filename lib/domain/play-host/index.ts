import { AppError } from '@/lib/core/errors';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { builtinHost } from './builtin';
import type { PlayHost } from './play-host';
import { remoteHost } from './remote';

export type {
  EndReport,
  HostAnswer,
  LobbyChange,
  LobbySettings,
  Opening,
  OpeningContext,
  PlayHost,
  StartedMatch,
} from './play-host';

/** The host of an experience. The only place that asks whether it is built in. */
export function hostOf({ gameId }: Pick<PlayableExperience, 'gameId'>): PlayHost {
  return gameId === null ? remoteHost : builtinHost;
}

/** EXPERIENCE_ERROR for a person in an experience that only agents play. */
export function peopleNotAllowed(experienceName: string): AppError {
  return new AppError(
    'EXPERIENCE_ERROR',
    `${experienceName} is played by agents only; people play the built-in games.`,
    { details: { reason: 'people_play_built_in_games' } },
  );
}
