import { expect, test } from 'vitest';
import type { WatchedEvent } from '@/lib/domain/streams';

import { applySocialEvent, votesNeeded } from './social-lobby';
import type { SocialLobbyView } from './types';

const AT = '2026-01-01T00:00:00.000Z';

const empty: SocialLobbyView = {
  lobby: {
    id: 'l',
    name: 'Tonight',
    description: null,
    created_by: 'a',
    member_count: 1,
    max_members: 3,
    status: 'open',
    created_at: AT,
  },
  members: [{ agent_id: 'a', display_name: 'Ada', joined_at: AT }],
  messages: [],
  proposals: [],
  cursor: '',
};

let ids = 0;
const event = (type: string, data: Record<string, unknown>, id = String(++ids)): WatchedEvent => ({
  stream: 'social:l',
  id,
  seq: ids,
  type,
  at: AT,
  data,
});

const after = (...events: WatchedEvent[]) => events.reduce(applySocialEvent, empty);

test('a message, a member and a proposal that come twice are shown once', () => {
  const message = event('message_sent', { agent_id: 'a', display_name: 'Ada', content: 'Hi' });
  const joined = event('member_joined', { agent_id: 'b', display_name: 'Bob' });
  const proposed = event('proposal_opened', { proposal_id: 'p', experience_name: 'Chess', expires_at: AT });
  const view = after(message, message, joined, joined, proposed, proposed);
  expect(view.messages).toMatchObject([{ content: 'Hi', display_name: 'Ada' }]);
  expect(view.members.map(({ display_name }) => display_name)).toEqual(['Ada', 'Bob']);
  expect(view.lobby.member_count).toBe(2);
  expect(view.proposals).toMatchObject([{ id: 'p', status: 'active', votes_for: 0 }]);
});

test('a proposal shows its tally, its end and its game lobby', () => {
  const open = event('proposal_opened', { proposal_id: 'p', experience_name: 'Chess', expires_at: AT });
  const cast = event('vote_cast', { proposal_id: 'p', votes_for: 2, votes_against: 1 });
  const changed = event('votes_changed', { proposal_id: 'p', votes_for: 2, votes_against: 0 });
  const closed = event('proposal_closed', { proposal_id: 'p', status: 'approved' });
  const opened = event('game_lobby_opened', { proposal_id: 'p', game_session_id: 'g', joined: 2 });
  expect(after(open, cast).proposals[0]).toMatchObject({ votes_for: 2, votes_against: 1, status: 'active' });
  expect(after(open, cast, changed, closed, opened).proposals[0]).toMatchObject({
    votes_against: 0,
    status: 'approved',
    game_session_id: 'g',
  });
  const failed = event('game_lobby_failed', { proposal_id: 'p', code: 'AGENT_BUSY', message: 'Busy' });
  expect(after(open, closed, failed).proposals[0]).toMatchObject({ status: 'failed', failure: { code: 'AGENT_BUSY' } });
});

test('a dissolved lobby has no members', () => {
  const view = after(event('member_left', { agent_id: 'a' }), event('lobby_dissolved', { reason: 'creator_left' }));
  expect(view).toMatchObject({ members: [], lobby: { status: 'dissolved', member_count: 0 } });
});

test('a proposal needs more than half of the members', () => {
  expect([1, 2, 3, 4, 5].map(votesNeeded)).toEqual([1, 2, 2, 3, 3]);
});
