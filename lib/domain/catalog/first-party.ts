import { BOOKING_EXPERIENCE } from '@/lib/booking';
import type { AnyGame } from '@/lib/core/game';
import { ALL_GAMES } from '@/lib/games';
import { upsertFirstParty } from './catalog.repo';
import { FIRST_PARTY_PUBLISHER, firstPartyExperienceId } from './catalog.schema';
import { announceChange } from './catalog-changes';

/** Built-in games come first: higher than any time in milliseconds, the rank of other experiences. */
const FIRST_PARTY_RANK = 4_000_000_000_000_000;

function slugged(word: string): string {
  return word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function manifestOf(game: AnyGame) {
  return {
    name: game.title,
    version: `${game.version}.0.0`,
    summary: game.summary,
    category: 'game',
    tags: game.tags.map(slugged).slice(0, 10),
    tier: 2,
    listed: true,
    publisher: { name: FIRST_PARTY_PUBLISHER },
    builtin: { game_type: game.id },
    sessions: {
      mode: 'turn_based',
      interaction_model: 'session',
      min_players: game.hosting.solo ? 1 : game.seats.min,
      max_players: game.seats.max,
      multiplayer: game.hosting.lobby
        ? { supported: true, min_players: Math.max(2, game.seats.min), max_players: game.seats.max }
        : { supported: false },
    },
    ui: { session_ui_url_template: '/matches/{session_id}' },
  };
}

async function seedGame(game: AnyGame, order: number): Promise<void> {
  const manifest = manifestOf(game);
  const id = firstPartyExperienceId(game.id);
  await upsertFirstParty({
    id,
    rank: FIRST_PARTY_RANK - order,
    info: {
      name: game.title,
      version: manifest.version,
      action_schema: game.actionSchema,
      gameplay_instructions: game.instructions(game.options.parse({})),
    },
    content: {
      name: manifest.name,
      version: manifest.version,
      summary: manifest.summary,
      category: manifest.category,
      tags: manifest.tags,
      tier: manifest.tier,
      listed: manifest.listed,
      publisherName: FIRST_PARTY_PUBLISHER,
      homepageUrl: null,
      manifest,
      origin: null,
      kind: 'builtin',
      gameId: game.id,
      interactionModel: 'session',
      sessionMode: manifest.sessions.mode,
      minPlayers: manifest.sessions.min_players,
      maxPlayers: manifest.sessions.max_players,
      multiplayer: manifest.sessions.multiplayer.supported,
    },
  });
  await announceChange(id);
}

/** The booking comes after the games. */
async function seedBooking(order: number): Promise<void> {
  const { application, title, version, summary, tags, instructions, actionSchema } = BOOKING_EXPERIENCE;
  const id = firstPartyExperienceId(application);
  const sessions = { mode: 'turn_based', interaction_model: 'session', min_players: 1, max_players: 1 } as const;
  const facts = { name: title, version, summary, category: 'tool', tags: [...tags], tier: 2, listed: true };
  const manifest = {
    ...facts,
    publisher: { name: FIRST_PARTY_PUBLISHER },
    builtin: { application },
    sessions: { ...sessions, multiplayer: { supported: false } },
    ui: { session_ui_url_template: '/sessions/{session_id}' },
  };
  await upsertFirstParty({
    id,
    rank: FIRST_PARTY_RANK - order,
    info: { name: title, version, action_schema: actionSchema, gameplay_instructions: instructions },
    content: {
      ...facts,
      publisherName: FIRST_PARTY_PUBLISHER,
      homepageUrl: null,
      manifest,
      origin: null,
      kind: 'builtin',
      gameId: null,
      interactionModel: sessions.interaction_model,
      sessionMode: sessions.mode,
      minPlayers: sessions.min_players,
      maxPlayers: sessions.max_players,
      multiplayer: false,
    },
  });
  await announceChange(id);
}

/**
 * Inserts or updates the built-in games and the booking in the catalog: verified, first in its order, with ids that never
 * change. Runs at every start.
 */
export async function seedFirstParty(games: readonly AnyGame[] = ALL_GAMES): Promise<void> {
  await Promise.all([...games.map(seedGame), seedBooking(games.length)]);
}
