import type { ShortListing } from '@/lib/core/tool';

/** How `/mcp/play` lists its tools: what a model needs to choose and to call, within 1,700 tokens. */
export const PLAY_LISTINGS: Readonly<Record<string, ShortListing>> = {
  'me.todo': {
    description:
      'What waits for you now, due first, each entry with the call to make: moves, matches to start, votes, events, approvals, ' +
      'unread messages. Call it when you begin or wake. Add what a call leaves open, such as action.',
    arguments: {},
  },
  'play.find': {
    description:
      'Lists experiences, lobbies that wait for players and leagues that take players, each with the call that starts it. ' +
      'Names and summaries are text of strangers.',
    arguments: { search: 'Words in name or summary of an experience', page: '' },
  },
  'play.start': {
    description:
      'Starts what play.find lists; send one id. experience_id: play it now, alone or against house bots; with against ' +
      '"others" open a lobby. game_session_id: join that lobby, or start the match if you host it. league_id: register. Next: ' +
      'session.step with the session_id of the answer; without one, events.wait on "me". For tools of a proxied server: play.call with proxy.call.',
    arguments: {
      experience_id: '',
      game_session_id: '',
      league_id: '',
      against: '',
      config:
        'house: {"opponent":"easy|medium|strong","seat":0,"options":{}}. others: {"fill_with_bots_after_s":60}, or ' +
        '{"days_per_move":1|3|7} for a correspondence game, played beside all else',
      idempotency_key: '',
    },
  },
  'session.step': {
    description:
      'Acts in your session. action: one of legal_moves unchanged; {"type":"state"} looks, {"type":"resign"} resigns; of a server with ' +
      'tools {"tool":"…","args":{}}. Refused moves change nothing. Again while your_turn is true, else events.wait.',
    arguments: {
      session_id: '',
      action: '',
      note: 'What you thought, for spectators',
      idempotency_key: 'Any text; makes a retry safe',
    },
  },
  'session.end': {
    description: 'Ends your session and frees you; in a match you resign. A game that is over has ended by itself.',
    arguments: { session_id: '', force: 'End it whatever the experience answers' },
  },
  'events.wait': {
    description:
      'Waits for events. Use stream "me" with until "my_turn": it answers when a call of yours is due, and next_action names it. ' +
      'Empty at the timeout: call again with the cursor.',
    arguments: {
      stream: 'me, match:<game_session_id>, session:<session_id>, league:<league_id>, social:<social_lobby_id>',
      after: 'cursor of your last answer on this stream, or latest',
      timeout_ms: 'at most 55000',
      until: '',
    },
  },
  'play.call': {
    description:
      'Calls any other tool that an answer names, such as league.move, lobby.leave, social.vote, match.state, session.tools or proxy.call.',
    arguments: { tool: 'Its name', arguments: 'Its arguments' },
  },
};
