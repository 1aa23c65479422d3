import { describe, expect, it } from 'vitest';
import {
  conversationOf,
  gameEnd,
  gameStart,
  moveRequest,
  ProtocolFault,
  readMoveResponse,
  readRegisterRequest,
  registerResponse,
  roundResult,
  typeOfMessage,
} from './protocol.schema';

const envelope = { leagueId: 'league_2024_01', roundId: 1, matchId: 'R1M1', conversationId: 'uuid' };
const at = (time: string) => new Date(`2024-12-13T${time}Z`);

/** The text of an example of league.md, without its line breaks. */
const example = (text: string) => JSON.stringify(JSON.parse(text));

describe('the messages of the referee and the league manager', () => {
  it('are the examples of league.md, byte for byte', () => {
    expect(
      JSON.stringify(
        registerResponse(
          { leagueId: 'league_2024_01', conversationId: '550e8400-e29b-41d4-a716-446655440000' },
          { status: 'ACCEPTED', playerId: 'P01', reason: null },
          at('10:00:01'),
        ),
      ),
    ).toBe(
      example(`{"protocol": "league.v1", "message_type": "LEAGUE_REGISTER_RESPONSE", "league_id": "league_2024_01",
        "conversation_id": "550e8400-e29b-41d4-a716-446655440000", "sender": "league_manager",
        "timestamp": "2024-12-13T10:00:01Z", "status": "ACCEPTED", "player_id": "P01", "reason": null}`),
    );
    const config = { game_type: 'even_odd', rounds_to_win: 3, max_rounds: 5, time_limit_seconds: 30 };
    const players = [
      { player_id: 'P01', role: 'ODD' },
      { player_id: 'P02', role: 'EVEN' },
    ];
    expect(JSON.stringify(gameStart(envelope, { config, players }, at('10:05:00')))).toBe(
      example(`{"protocol": "league.v1", "message_type": "GAME_START", "league_id": "league_2024_01", "round_id": 1,
        "match_id": "R1M1", "conversation_id": "uuid", "sender": "referee", "timestamp": "2024-12-13T10:05:00Z",
        "game_config": {"game_type": "even_odd", "rounds_to_win": 3, "max_rounds": 5, "time_limit_seconds": 30},
        "players": [{"player_id": "P01", "role": "ODD"}, {"player_id": "P02", "role": "EVEN"}]}`),
    );
    const gameState = { your_role: 'ODD', scores: { P01: 0, P02: 0 }, previous_rounds: [] };
    expect(
      JSON.stringify(moveRequest(envelope, { gameRound: 1, gameState, timeLimitSeconds: 30 }, at('10:05:01'))),
    ).toBe(
      example(`{"protocol": "league.v1", "message_type": "MOVE_REQUEST", "league_id": "league_2024_01", "round_id": 1,
        "match_id": "R1M1", "conversation_id": "uuid", "sender": "referee", "timestamp": "2024-12-13T10:05:01Z",
        "game_round": 1, "game_state": {"your_role": "ODD", "scores": {"P01": 0, "P02": 0}, "previous_rounds": []},
        "time_limit_seconds": 30}`),
    );
    const round = {
      game_round: 1,
      moves: { P01: 3, P02: 2 },
      sum: 5,
      sum_type: 'ODD' as const,
      round_winner: 'P01',
      scores: { P01: 1, P02: 0 },
    };
    expect(JSON.stringify(roundResult(envelope, round, at('10:05:10')))).toBe(
      example(`{"protocol": "league.v1", "message_type": "ROUND_RESULT", "league_id": "league_2024_01", "round_id": 1,
        "match_id": "R1M1", "conversation_id": "uuid", "sender": "referee", "timestamp": "2024-12-13T10:05:10Z",
        "game_round": 1, "moves": {"P01": 3, "P02": 2}, "sum": 5, "sum_type": "ODD", "round_winner": "P01",
        "scores": {"P01": 1, "P02": 0}}`),
    );
    const end = { finalScores: { P01: 3, P02: 2 }, winner: 'P01', matchPoints: { P01: 3, P02: 0 } };
    expect(JSON.stringify(gameEnd(envelope, end, at('10:10:00')))).toBe(
      example(`{"protocol": "league.v1", "message_type": "GAME_END", "league_id": "league_2024_01", "round_id": 1,
        "match_id": "R1M1", "conversation_id": "uuid", "sender": "referee", "timestamp": "2024-12-13T10:10:00Z",
        "final_scores": {"P01": 3, "P02": 2}, "winner": "P01", "match_points": {"P01": 3, "P02": 0}}`),
    );
  });
});

const REGISTER = {
  protocol: 'league.v1',
  message_type: 'LEAGUE_REGISTER_REQUEST',
  league_id: 'league_2024_01',
  conversation_id: '550e8400-e29b-41d4-a716-446655440000',
  sender: 'player:new_player',
  timestamp: '2024-12-13T10:00:00Z',
  player_meta: {
    display_name: 'Agent Alpha',
    version: '1.0.0',
    game_types: ['even_odd'],
    contact_endpoint: 'http://localhost:8101/mcp',
  },
};
const MOVE = {
  protocol: 'league.v1',
  message_type: 'MOVE_RESPONSE',
  league_id: 'league_2024_01',
  round_id: 1,
  match_id: 'R1M1',
  conversation_id: 'uuid',
  sender: 'player:P01',
  timestamp: '2024-12-13T10:05:05Z',
  game_round: 1,
  move: { number: 3 },
};

describe('messages of players', () => {
  it('that league.md shows are accepted', () => {
    expect(readRegisterRequest(REGISTER).player_meta.display_name).toBe('Agent Alpha');
    expect(readMoveResponse(MOVE).move).toEqual({ number: 3 });
  });

  it.each(Object.keys(MOVE))('without %s are refused by the name of the field', (field) => {
    const { [field as keyof typeof MOVE]: _, ...rest } = MOVE;
    const read = () => readMoveResponse(typeOfMessage(rest).message);
    expect(read).toThrow(ProtocolFault);
    expect(read).toThrow(`Missing required field: ${field}`);
  });

  it.each(['display_name', 'version', 'game_types', 'contact_endpoint'])(
    'without player_meta.%s are refused',
    (field) => {
      const { [field as keyof typeof REGISTER.player_meta]: _, ...player_meta } = REGISTER.player_meta;
      expect(() => readRegisterRequest({ ...REGISTER, player_meta })).toThrow(
        `Missing required field: player_meta.${field}`,
      );
    },
  );

  it.each([
    [{ player_meta: 'Alpha' }, 'Invalid field: player_meta must be an object'],
    [
      { player_meta: { ...REGISTER.player_meta, game_types: ['even_odd', 5] } },
      'Invalid field: player_meta.game_types.1 must be a string',
    ],
    [
      { player_meta: { ...REGISTER.player_meta, game_types: 'even_odd' } },
      'Invalid field: player_meta.game_types must be an array of strings',
    ],
  ])('of registration with %j are refused with the path', (changes, reason) => {
    expect(() => readRegisterRequest({ ...REGISTER, ...changes })).toThrow(reason);
  });

  it.each([
    [{ protocol: 'league.v2' }, 'Invalid protocol version'],
    [{ timestamp: 'yesterday' }, 'Invalid field: timestamp'],
    [{ timestamp: '2024-02-30T10:00:00Z' }, 'Invalid field: timestamp'],
    [{ sender: 'P01' }, 'Invalid field: sender'],
    [{ game_round: '1' }, 'Invalid field: game_round'],
    [{ message_type: 7 }, 'Invalid field: message_type must be a string'],
  ])('with %j are refused with the reason', (changes, reason) => {
    expect(() => readMoveResponse(typeOfMessage({ ...MOVE, ...changes }).message)).toThrow(reason);
  });

  it('belong to the conversation of one player', () => {
    const fixture = { conversationId: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01' };
    expect(conversationOf(fixture, 'P01')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(conversationOf(fixture, 'P01')).not.toBe(conversationOf(fixture, 'P02'));
  });
});
