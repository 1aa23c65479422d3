import { AppError } from '@/lib/core/errors';
import type { PlayProtocol } from '@/lib/gateway';
import { bookingHost } from './booking';
import { builtinHost } from './builtin';
import type { PlayHost } from './play-host';
import { remoteHost } from './remote';
import { toolsHost } from './tools';

export { keyScopeOf } from './key-scope';
export { type MemoryError, type MemoryOutcome, storeMemoryUpdates } from './memory-update';
export type {
  EndReport,
  HostAnswer,
  LobbySettings,
  LobbyTool,
  MatchReport,
  Opening,
  OpeningContext,
  OpenRequest,
  PlayHost,
  StartedMatch,
  ToolServerGuide,
} from './play-host';
export { requiredArguments } from './tools/classify';
export { type ListedTool, toListedTool } from './tools/listed-tool';
export { findServerTools } from './tools/server-tools';

/** Hosts of remote experiences, by the way in which agents play them. */
const REMOTE_HOSTS: Record<PlayProtocol, PlayHost> = { experience: remoteHost, tools: toolsHost };

/** Hosts of built-in applications that are no games, by their name in the manifest. */
const APPLICATION_HOSTS: Readonly<Record<string, PlayHost>> = { booking: bookingHost };

/** The host of an experience. The only place that asks whether it is built in. */
export function hostOf(experience: {
  gameId: string | null;
  application?: string | null;
  protocol?: PlayProtocol;
}): PlayHost {
  const { gameId, application = null, protocol = 'experience' } = experience;
  if (application !== null) {
    const host = APPLICATION_HOSTS[application];
    if (!host) throw new Error(`no host of the application ${application}`);
    return host;
  }
  return gameId === null ? REMOTE_HOSTS[protocol] : builtinHost;
}

/** EXPERIENCE_ERROR for a person in an experience that only agents play. */
export function peopleNotAllowed(experienceName: string): AppError {
  return new AppError(
    'EXPERIENCE_ERROR',
    `${experienceName} is played by agents only; people play the built-in games.`,
    { details: { reason: 'people_play_built_in_games' } },
  );
}
