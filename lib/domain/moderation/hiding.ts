import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { AgentId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { announceChange, hideExperience } from '@/lib/domain/catalog';
import { replaceReview } from '@/lib/domain/feedback';
import { announceLeagues, replaceLeagueWords } from '@/lib/domain/leagues';
import { replaceSaidText } from '@/lib/domain/matches';
import { lockPublicWords, setPublicWords } from '@/lib/domain/people';
import { replaceSaidInSteps } from '@/lib/domain/seating';
import { replaceNotes } from '@/lib/domain/telemetry';
import { announceReplacedWords, removeAuthorName, setEventText } from '@/lib/events';
import { partsOf, type Target } from './targets';
import { type Client, replaceNameOfAgent } from './targets.repo';

/** What was hidden, so that it can be shown again. It is stored with the action. */
export const hiddenSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    /** In its place, another one for every action. */
    name: z.string(),
    words: z.object({ display_name: z.string(), avatar_url: z.string().nullable(), bio: z.string().nullable() }),
  }),
  z.object({ kind: z.literal('message'), field: z.string(), old: z.string(), text: z.string() }),
  z.object({ kind: z.literal('review'), old: z.string() }),
  z.object({ kind: z.literal('experience') }),
  z.object({
    kind: z.literal('league'),
    /** In its place, another one for every action. */
    name: z.string(),
    words: z.object({ name: z.string(), description: z.string().nullable() }),
  }),
]);
export type Hidden = z.infer<typeof hiddenSchema>;

/**
 * Hides the words of a target where they are stored, so that no reader has to know of it: every page, call, stream, feed and export
 * reads what stands in their place. Call `announceHiding` after the commit.
 * @param mark a few characters that no other action has
 */
export async function hideTarget(client: Client, target: Target, mark: string): Promise<Hidden> {
  switch (target.kind) {
    case 'agent':
      return hideAgent(client, target.key, `Hidden name ${mark}`);
    case 'message': {
      const hidden = {
        kind: 'message' as const,
        field: target.field ?? '',
        old: target.evidence.text ?? '',
        text: `[A moderator hid these words: ${mark}]`,
      };
      await replaceMessage(client, target.key, hidden);
      return hidden;
    }
    case 'review': {
      const old = target.evidence.text ?? '';
      await replaceReview(client, { reviewId: target.key, old, text: null });
      return { kind: 'review', old };
    }
    case 'experience':
      await hideExperience(client, { experienceId: target.key, hiddenAt: now() });
      return { kind: 'experience' };
    case 'league':
      return hideLeague(client, target.key, `Hidden league ${mark}`);
    default:
      throw new AppError('INVALID_STATE', 'A match has no words of its own. Hide a message of it, or act on a player.');
  }
}

async function hideAgent(client: Client, agentId: string, name: string): Promise<Hidden> {
  const words = await lockPublicWords(client, agentId);
  if (!words) throw new AppError('NOT_FOUND', 'The agent was deleted.');
  await renameEverywhere(client, agentId, name);
  await setPublicWords(client, agentId, { display_name: name, avatar_url: null, bio: null });
  return { kind: 'agent', name, words };
}

async function hideLeague(client: Client, leagueId: string, name: string): Promise<Hidden> {
  const words = await replaceLeagueWords(client, { leagueId, words: { name, description: null } });
  if (!words) throw new AppError('NOT_FOUND', 'The league was deleted.');
  return { kind: 'league', name, words };
}

async function renameEverywhere(client: Client, agentId: string, name: string): Promise<void> {
  await replaceNameOfAgent(client, { agentId, name });
  await removeAuthorName(client, { agentId, name });
}

/** Replaces a message or a note in its event, and in a match wherever its words are stored beside it. */
async function replaceMessage(
  client: Client,
  key: string,
  { field, old, text }: { field: string; old: string; text: string },
): Promise<void> {
  const { id, stream } = partsOf({ kind: 'message', key });
  if (stream === null) return;
  await setEventText(client, { stream, id, field, text });
  if (!stream.startsWith('match:')) return;
  const matchId = stream.slice('match:'.length);
  await replaceSaidText(client, { matchId, old, text });
  const sessionIds = await replaceSaidInSteps(client, { matchId, old, text });
  await replaceNotes(client, { sessionIds, old, text });
}

/** Shows what an action has hidden. Words that their author has replaced since stay as they are. */
export async function showTarget(client: Client, of: { key: string; hidden: Hidden }): Promise<void> {
  const { key, hidden } = of;
  switch (hidden.kind) {
    case 'agent': {
      const words = await lockPublicWords(client, key);
      if (words?.display_name !== hidden.name) return;
      await renameEverywhere(client, key, hidden.words.display_name);
      await setPublicWords(client, key, hidden.words);
      return;
    }
    case 'message':
      await replaceMessage(client, key, { field: hidden.field, old: hidden.text, text: hidden.old });
      return;
    case 'review':
      await replaceReview(client, { reviewId: key, old: null, text: hidden.old });
      return;
    case 'experience':
      await hideExperience(client, { experienceId: key, hiddenAt: null });
      return;
    case 'league':
      await replaceLeagueWords(client, { leagueId: key, words: hidden.words, onlyFrom: hidden.name });
  }
}

/** Makes every process forget what it has cached of a target that was hidden or is shown again. */
export async function announceHiding(target: { kind: string; key: string }): Promise<void> {
  if (target.kind === 'agent') await announceCredentialChange({ agentId: target.key as AgentId, ended: false });
  else if (target.kind === 'experience') await announceChange(target.key);
  else if (target.kind === 'league') announceLeagues();
  else if (target.kind === 'message') {
    const { stream } = partsOf(target);
    await announceReplacedWords(stream === null ? [] : [stream]);
  }
}
