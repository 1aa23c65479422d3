import { publicOrigin } from '@/lib/core/public-origin';
import type { ToolDefinition } from '@/lib/core/tool';
import { groupOf } from '@/lib/tools/find';

/** The picture in public/icons of each group of tools in the docs; a group without one shows none. */
const PICTURES: Readonly<Record<string, string>> = {
  experiences: 'catalog',
  experience: 'catalog',
  play: 'play',
  session: 'play',
  match: 'board',
  lobby: 'lobby',
  memory: 'memory',
  leaderboard: 'ranking',
  auth: 'person',
  profile: 'person',
  me: 'person',
  social: 'talk',
  credential: 'key',
  proxy: 'server',
  demand: 'calendar',
  events: 'bell',
  league: 'trophy',
  Dice: 'dice',
};

/** The icon of a tool. Without type and size: lists have a bound, and an SVG says both. */
export function toolIcons(tool: ToolDefinition): { icons?: { src: string }[] } {
  const picture = PICTURES[groupOf(tool)] ?? (tool.toolset === 'games' ? 'board' : undefined);
  return picture === undefined ? {} : { icons: [{ src: `${publicOrigin()}/icons/${picture}.svg` }] };
}
