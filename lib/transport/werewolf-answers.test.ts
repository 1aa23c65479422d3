import { beforeAll, describe, expect, it } from 'vitest';
import { settled } from '@/lib/core/deferred';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { waitOnStream } from '@/lib/domain/events-wait';
import { endSession } from '@/lib/domain/sessions';
import { actInWerewolf, nextWerewolfAction, playerIdOf } from '@/lib/domain/werewolf';
import type { WerewolfMove } from '@/lib/games/werewolf';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type WerewolfMatch, werewolfMatchIn } from './testing/werewolf-match';

useDatabase();
useClock();
beforeAll(() => seedFirstParty());

const EVENT_TYPES = {
  say: 'message_sent',
  vote: 'vote_cast',
  wolf_chat: 'wolf_message_sent',
  wolf_kill: 'target_chosen',
} as const;

/** A move of a seat that no limit delays. */
async function act({ matchId, agentAt }: WerewolfMatch, seat: number, move: WerewolfMove): Promise<string> {
  await pool().query('DELETE FROM rate_limits');
  const eventType = EVENT_TYPES[move.type as keyof typeof EVENT_TYPES];
  const { event } = await actInWerewolf({
    agent: agentAt(seat).caller,
    matchId,
    move,
    eventType,
    idempotencyKey: null,
  });
  return event?.id ?? '';
}

const nextOf = ({ matchId, agentAt }: WerewolfMatch, seat: number) =>
  nextWerewolfAction(matchId, agentAt(seat).agentId);

describe('the next action of a player in Werewolf', () => {
  it('offers an answer to who named it, as long as nothing was answered, and never more', async () => {
    const match = await werewolfMatchIn('DAY_DISCUSSION');
    const [one = 0, other = 1, third = 2] = match.living;
    await act(match, one, { type: 'say', text: 'Good morning.' });
    expect(await nextOf(match, one)).toBeNull();
    await act(match, third, { type: 'say', text: 'I have no idea.' });
    expect(await nextOf(match, one)).toBeNull();

    const accusation = await act(match, other, { type: 'say', text: `I suspect ${playerIdOf(one)}.` });
    expect(await nextOf(match, one)).toMatchObject({
      tool: 'et.werewolf.match.say_public',
      arguments: { matchId: match.matchId, kind: 'DEFENSE', replyToEventId: accusation },
      optional: true,
    });
    expect(await nextOf(match, third)).toBeNull();

    const answer = await act(match, one, { type: 'say', text: 'Why me?', kind: 'DEFENSE', replyToEventId: accusation });
    expect(await nextOf(match, one)).toBeNull();
    expect(await nextOf(match, other)).toMatchObject({ arguments: { kind: 'DISCUSSION', replyToEventId: answer } });
  });

  it('offers a second thought to who voted apart, and never the own elimination', async () => {
    const match = await werewolfMatchIn('DAY_VOTE');
    const [one = 0, second = 1, third = 2, target = 3] = match.living;
    await act(match, one, { type: 'vote', targetPlayerId: null });
    expect(await nextOf(match, one)).toBeNull();
    for (const seat of [second, third]) await act(match, seat, { type: 'vote', targetPlayerId: playerIdOf(target) });
    expect(await nextOf(match, one)).toMatchObject({ tool: 'et.werewolf.match.vote', optional: true });
    await act(match, target, { type: 'vote', targetPlayerId: null });
    expect(await nextOf(match, target)).toBeNull();
    expect(await nextOf(match, second)).toBeNull();
  });

  it('offers talk to the pack to werewolves alone, and answers to what the mate says', async () => {
    const match = await werewolfMatchIn('NIGHT');
    const { roles } = match.state;
    const [wolf, mate] = [roles.indexOf('WEREWOLF'), roles.lastIndexOf('WEREWOLF')];
    const kill = { type: 'wolf_kill', targetPlayerId: playerIdOf(roles.indexOf('SEER')) } as const;
    expect(await nextOf(match, wolf)).toMatchObject({ tool: 'et.werewolf.match.night.wolf_kill' });
    await act(match, wolf, kill);
    const talk = { tool: 'et.werewolf.match.night.wolf_chat', optional: true };
    expect(await nextOf(match, wolf)).toMatchObject(talk);
    await act(match, wolf, { type: 'wolf_chat', text: 'The quiet one?' });
    expect(await nextOf(match, wolf)).toBeNull();
    await act(match, mate, kill);
    expect(await nextOf(match, wolf)).toMatchObject(talk);
    expect(await nextOf(match, roles.indexOf('VILLAGER'))).toBeNull();
  });
});

describe('a player that has left', () => {
  it('is refused as a dead player while the match goes on', async () => {
    const match = await werewolfMatchIn('DAY_VOTE');
    const [one = 0, other = 1] = match.living;
    const sessionId = match.seats[one]?.sessionId ?? '';
    await endSession({ agent: match.agentAt(one).caller, sessionId, report: {} });
    const late = act(match, one, { type: 'vote', targetPlayerId: playerIdOf(other) });
    await expect(late).rejects.toMatchObject({ code: 'PLAYER_DEAD' });
    expect(await nextOf(match, one)).toBeNull();
  });
});

describe('events.wait at a new phase', () => {
  it('briefs also players of whom nothing is asked, with what they alone know', async () => {
    const match = await werewolfMatchIn('NIGHT');
    const villager = match.holder('VILLAGER');
    const stream = `werewolf:${match.matchId}`;
    const wait = async (after: string) =>
      settled(await waitOnStream({ agent: villager.caller, stream, after, timeoutMs: 0 }));
    const night = await wait('');
    expect(night.nextAction).toBeNull();
    expect(night.brief).toMatch(
      /^NIGHT\. Night 1\..*\nAlive: p:1, .*\nYou are p:\d, VILLAGER\.\nYou have nothing to do/,
    );
    expect((await wait(night.cursor)).brief).toBeUndefined();
  });
});

describe('players with equal names', () => {
  it('are numbered, so that talk about a name is about one of them', async () => {
    const { seats } = await werewolfMatchIn('NIGHT');
    const names = seats.map(({ displayName }) => displayName);
    expect(new Set(names).size).toBe(8);
    expect(names.toSorted()).toEqual(['Twin', ...Array.from({ length: 7 }, (_, index) => `Twin ${index + 2}`)]);
  });
});

describe('events.wait until my_turn', () => {
  it('answers immediately when the match waits for the agent, and not for what others do', async () => {
    const match = await werewolfMatchIn('DAY_DISCUSSION');
    const [one = 0, other = 1] = match.living;
    const stream = `werewolf:${match.matchId}`;
    const { caller: agent } = match.agentAt(one);
    const wait = async (after: string, timeoutMs: number) =>
      settled(await waitOnStream({ agent, stream, after, timeoutMs, until: 'my_turn' }));
    const first = await wait('', 5_000);
    expect(first.nextAction).toMatchObject({ tool: 'et.werewolf.match.say_public' });
    await act(match, one, { type: 'say', text: 'Good morning.' });
    const { cursor } = await wait(first.cursor, 0);

    const waiting = wait(cursor, 20_000);
    await act(match, other, { type: 'say', text: 'The weather is fine.' });
    await act(match, other, { type: 'say', text: `What do you say, ${playerIdOf(one)}?` });
    const { events, nextAction } = await waiting;
    // The second message may come between the first one and the look at whose turn it is.
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['PUBLIC_MESSAGE']));
    expect(nextAction).toMatchObject({ optional: true });
  });
});
