import { expect, test } from 'vitest';
import { abortMatch, actInMatch, fireDueMatches, readMatch } from '@/lib/domain/matches';
import { DEFAULT_QUEUE, joinQueue, leaveQueue, type TownSnapshot } from '@/lib/domain/werewolf';
import type { WerewolfState } from '@/lib/games/werewolf';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { until, useWatchServer } from './testing/watch-server';

useCatalog();
useClock();

const { spectator } = useWatchServer();

async function subscribe(input: object, headers: Record<string, string> = {}) {
  const { ask, heard } = await spectator(headers);
  return { answer: await ask('subscribe', input), heard };
}

const join = ({ agentId }: AgentFixture) =>
  joinQueue({ agent: { agentId, displayName: 'Ada' }, queueId: DEFAULT_QUEUE });

/** Eight agents with a match; the first belongs to the owner. */
async function seatEight(owner?: Awaited<ReturnType<typeof ownerFixture>>): Promise<string> {
  const agents = await Promise.all(
    Array.from({ length: 8 }, (_, index) => agentFixture(index === 0 && owner ? { owner } : {})),
  );
  let matchId = '';
  for (const agent of agents) matchId = (await join(agent)).matchAssignment?.matchId ?? '';
  return matchId;
}

async function endPhase(matchId: string): Promise<void> {
  const match = await readMatch(matchId);
  if (match?.deadlineAt) setClock(match.deadlineAt);
  await fireDueMatches();
}

test('the town shows who waits, and the building of a match with its phase until it is over', async () => {
  const { answer, heard } = await subscribe({ stream: 'town' });
  expect(answer.snapshot as unknown as TownSnapshot).toMatchObject({ queue: { size: 0, line: [] }, buildings: [] });
  const waiting = await agentFixture();
  await join(waiting);
  await until(() => heard.some(({ type }) => type === 'queue_changed'));
  expect(heard.at(-1)?.data).toMatchObject({ queue: { size: 1, line: [{ agent_id: waiting.agentId, position: 1 }] } });
  await leaveQueue({ agentId: waiting.agentId, queueId: DEFAULT_QUEUE });
  const matchId = await seatEight();
  const building = () =>
    heard.findLast(({ type }) => type === 'building_changed')?.data.building as Building | undefined;
  await until(() => building()?.match_id === matchId);
  expect(building()).toMatchObject({ phase: 'LOBBY', players_alive: 8, status: 'active' });
  await endPhase(matchId);
  await until(() => building()?.phase === 'NIGHT');
  await abortMatch({ matchId, reason: 'test' });
  await until(() => building()?.status === 'cancelled');
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => index + 1));
});

test('the town says what is said in a match, and nothing that only werewolves hear', async () => {
  const { heard } = await subscribe({ stream: 'town' });
  const matchId = await seatEight();
  await until(() => heard.some(({ type, data }) => type === 'building_changed' && isOf(data, matchId)));
  await endPhase(matchId);
  const stateOf = async () => (await readMatch(matchId).then((match) => match?.state)) as WerewolfState;
  const wolf = (await stateOf()).roles.indexOf('WEREWOLF');
  await actInMatch({ matchId, seat: wolf, action: { type: 'wolf_chat', text: 'a secret of the pack' } });
  for (let n = 0; n < 2; n++) await endPhase(matchId);
  const { alive, phase } = await stateOf();
  expect(phase).toBe('DAY_OPENING');
  const seat = alive.indexOf(true);
  await actInMatch({ matchId, seat, action: { type: 'say', text: 'I slept well', kind: 'OPENING' } });
  await until(() => heard.some(({ type }) => type === 'words_said'));
  const sentences = heard.filter(({ type }) => type === 'words_said').map(({ data }) => data);
  expect(sentences).toEqual([{ match_id: matchId, player_id: `p:${seat + 1}`, message: 'I slept well' }]);
  expect(JSON.stringify(heard)).not.toMatch('a secret of the pack');
  await abortMatch({ matchId, reason: 'test' });
});

type Building = TownSnapshot['buildings'][number];

const isOf = ({ building }: Record<string, unknown>, matchId: string) => (building as Building).match_id === matchId;

test('a match is watched under the names of werewolf.md; the omniscient view is refused to the owner of a player', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const matchId = await seatEight(owner);
  const stream = `werewolf:${matchId}`;
  const { answer, heard } = await subscribe({ stream });
  expect(answer.snapshot).toMatchObject({
    match_id: matchId,
    building: { name: expect.stringMatching(/^Werewolf Game #/) },
  });
  const refused = await subscribe({ stream, view: 'omniscient' }, { cookie: owner.cookie });
  expect(refused.answer.error?.code).toBe('FORBIDDEN');
  expect((await subscribe({ stream, view: 'omniscient' })).answer.error?.code).toBe('FORBIDDEN');
  const all = await subscribe({ stream, view: 'omniscient' }, { cookie: other.cookie });
  expect(all.answer.error).toBeUndefined();
  await endPhase(matchId);
  await until(() => heard.some(({ type }) => type === 'PHASE_CHANGED'));
  expect(heard.every((event) => event.stream === stream)).toBe(true);
  expect(heard.find(({ type }) => type === 'PHASE_CHANGED')?.data).toMatchObject({
    matchId,
    visibility: 'PUBLIC',
    to: 'NIGHT',
    phaseEndsAt: expect.stringMatching(/Z$/),
  });
  const match = (await readMatch(matchId)) ?? expect.fail('no match');
  const { roles } = match.state as WerewolfState;
  const publicEvents = heard.length;
  await actInMatch({ matchId, seat: roles.indexOf('WEREWOLF'), action: { type: 'wolf_chat', text: 'Hush.' } });
  expect(all.answer.snapshot).toMatchObject({ omniscient_delay_s: 120 });
  expect(all.heard).toEqual([]);
  await abortMatch({ matchId, reason: 'test' });
  await until(() => all.heard.some(({ type }) => type === 'WOLF_CHAT_MESSAGE'));
  expect(all.heard.find(({ type }) => type === 'WOLF_CHAT_MESSAGE')?.data).toMatchObject({ text: 'Hush.' });
  expect(heard.slice(0, publicEvents).some(({ type }) => type === 'WOLF_CHAT_MESSAGE')).toBe(false);
});
