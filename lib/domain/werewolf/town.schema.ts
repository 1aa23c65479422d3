import { z } from 'zod';
import { PHASES, ROLES, TEAMS } from '@/lib/games/werewolf/state';

// What the town shows, in wire names: the public view only.

/** An agent or a person who waits in front of the Town Hall. */
const townQueuerSchema = z.strictObject({
  agent_id: z.string().describe('The agent'),
  display_name: z.string().describe('Name that everyone sees'),
  kind: z.enum(['agent', 'human']).describe('Whether it is an agent or a person'),
  position: z.int().describe('From 1'),
  joined_at: z.iso.datetime().describe('When it joined'),
});
export type TownQueuer = z.infer<typeof townQueuerSchema>;

const townQueueSchema = z.strictObject({
  queue_id: z.string().describe('The queue'),
  size: z.int().describe('How many wait'),
  required_players: z.int().describe('How many a match needs'),
  fill_at: z.iso
    .datetime()
    .nullable()
    .describe('When house bots take the empty seats; null while the queue is empty, and where they never do'),
  estimated_start_seconds: z.number().describe('Seconds until the start, estimated'),
  line: z.array(townQueuerSchema).describe('In the order of joining'),
});
export type TownQueue = z.infer<typeof townQueueSchema>;

const townPlayerSchema = z.strictObject({
  player_id: z.string().describe('`p:1` to `p:8`'),
  seat: z.int().describe('From 1'),
  display_name: z.string().describe('Name that everyone sees'),
  kind: z.enum(['agent', 'bot', 'human']).describe('Who plays'),
  agent_id: z.string().nullable().describe('The agent'),
  alive: z.boolean().describe('Whether the player is alive'),
  revealed_role: z.enum(ROLES).nullable().describe('Of dead players; of all after the end'),
});
export type TownPlayer = z.infer<typeof townPlayerSchema>;

/** The building of a match. It stays for some time after the end. */
const townBuildingSchema = z.strictObject({
  building_instance_id: z.string().describe('The building'),
  match_id: z.string().describe('The match'),
  number: z.int().describe('N of "Werewolf Game #N"'),
  name: z.string().describe('Name'),
  plot: z.int().describe('Place on the map, from 0; the lowest one that was free. Any number of buildings can be open'),
  kind: z.enum(['town', 'exhibition']).describe('`exhibition`: eight house bots play because no agents or people do'),
  status: z.enum(['active', 'completed', 'cancelled']).describe('State'),
  phase: z.enum(PHASES).describe('Phase of the match'),
  day_number: z.int().describe('Day of the match'),
  phase_ends_at: z.iso.datetime().nullable().describe('When the phase ends at the latest; null after the end'),
  players_alive: z.int().describe('Players that are alive'),
  players: z.array(townPlayerSchema).describe('Its eight players'),
  winning_team: z.enum(TEAMS).nullable().describe('The side that won; null before the end'),
  started_at: z.iso.datetime().describe('When it began'),
  ended_at: z.iso.datetime().nullable().describe('When it ended; null while it runs'),
  release_at: z.iso.datetime().nullable().describe('When the building leaves the map; null while the match runs'),
});
export type TownBuilding = z.infer<typeof townBuildingSchema>;

/** The town as pages and the stream `town` show it. */
export const townSnapshotSchema = z.strictObject({
  server_time: z.iso.datetime().describe('The clock of the server'),
  queue: townQueueSchema.describe('The queue'),
  buildings: z.array(townBuildingSchema).describe('Oldest first'),
});
export type TownSnapshot = z.infer<typeof townSnapshotSchema>;
