import { defineToolset, type ToolDefinition, type Toolset } from '@/lib/core/tool';
import { AUTH_TOOLS } from './auth';
import { CREDENTIAL_TOOLS } from './credential';
import { DEMAND_TOOLS } from './demand';
import { DICE_TOOLS } from './dice';
import { EVENT_TOOLS } from './events';
import { EXPERIENCE_TOOLS } from './experience';
import { FEEDBACK_TOOLS } from './experience-feedback';
import { CATALOG_TOOLS } from './experiences';
import { GAME_TOOLS } from './games';
import {
  GAMES_GUIDE,
  GATEWAY_GUIDE,
  LEAGUE_GUIDE,
  LEAGUES_GUIDE,
  PLAY_GUIDE,
  REFEREE_GUIDE,
  WAIT_GUIDE,
} from './guide';
import { LEADERBOARD_TOOLS } from './leaderboard';
import { LEAGUE_TOOLS, leagueMove } from './league';
import { REFEREE_TOOLS } from './league-referee';
import { LEAGUES_TOOLS } from './leagues';
import { LOBBY_TOOLS } from './lobby';
import { MATCH_TOOLS } from './match';
import { ME_TOOLS } from './me';
import { MEMORY_TOOLS } from './memory';
import { PLAY_TOOLS } from './play';
import { PLAY_LISTINGS } from './play-listings';
import { PROFILE_TOOLS } from './profile';
import { PROXY_TOOLS } from './proxy';
import { registry } from './registry';
import { REPLAY_TOOLS, SERVER_TOOLS, SESSION_TOOLS } from './session';
import { SOCIAL_TOOLS } from './social';
import { WEREWOLF_TOOLS } from './werewolf';
import { WEREWOLF_GUIDE, werewolfFailure } from './werewolf-guide';

/** Every toolset; lists and pages show the tools in this order, which is that of the specification. */
const TOOLSETS: readonly Toolset[] = [
  defineToolset({
    name: 'gateway',
    isDefault: true,
    instructions: GATEWAY_GUIDE,
    tools: [
      ...CATALOG_TOOLS,
      ...SESSION_TOOLS,
      ...MEMORY_TOOLS,
      ...LOBBY_TOOLS,
      ...MATCH_TOOLS,
      ...REPLAY_TOOLS,
      ...LEADERBOARD_TOOLS,
      ...AUTH_TOOLS,
      ...SOCIAL_TOOLS,
      ...CREDENTIAL_TOOLS,
      ...PROFILE_TOOLS,
      ...PROXY_TOOLS,
      ...DEMAND_TOOLS,
      ...SERVER_TOOLS,
      ...EXPERIENCE_TOOLS,
      ...FEEDBACK_TOOLS,
      ...EVENT_TOOLS,
      ...ME_TOOLS,
    ],
  }),
  defineToolset({
    name: 'play',
    instructions: PLAY_GUIDE,
    tools: PLAY_TOOLS,
    sharedTools: ['me.todo', 'session.step', 'session.end', 'events.wait'],
    shortListings: PLAY_LISTINGS,
    callsOthersWith: 'play.call',
  }),
  defineToolset({ name: 'leagues', instructions: LEAGUES_GUIDE, tools: [...LEAGUES_TOOLS, leagueMove] }),
  defineToolset({ name: 'league', instructions: LEAGUE_GUIDE, tools: LEAGUE_TOOLS }),
  defineToolset({ name: 'referee', instructions: REFEREE_GUIDE, tools: REFEREE_TOOLS }),
  defineToolset({ name: 'games', instructions: GAMES_GUIDE, tools: [...GAME_TOOLS, ...DICE_TOOLS] }),
  defineToolset({
    name: 'werewolf',
    instructions: WEREWOLF_GUIDE,
    failure: werewolfFailure,
    idempotencyField: 'idempotencyKey',
    tools: WEREWOLF_TOOLS,
  }),
  defineToolset({ name: 'wait', instructions: WAIT_GUIDE, tools: [], sharedTools: ['events.wait'] }),
];

for (const toolset of TOOLSETS) registry.add(toolset);

/** Every registered tool, in listing order. */
export const TOOLS: readonly ToolDefinition[] = registry.tools;

export { registry };
