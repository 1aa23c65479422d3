/** What the document knows of a seat, from the answer of a tool. */
export interface Seat {
  gameId: string;
  view: unknown;
  legalMoves: readonly unknown[];
  isMyTurn: boolean;
  isOver: boolean;
  /** What the platform says to the model about the position. */
  message: string;
  /** What it says to a person; '' where the board shows it. */
  brief: string;
  /** The page to watch; null when the answers had none. */
  pageUrl: string | null;
  /** The stream of events that says when to look again. */
  stream: string;
  /** The call that only looks. */
  look: ToolCall;
  /** The call that makes a move. */
  move(move: unknown): ToolCall;
}

export interface ToolCall {
  tool: string;
  args: Fields;
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Reads the seat of an answer; null when it has none.
 * @param args the arguments of the call, which name the session of a step
 * @param before what earlier answers said of the same seat
 */
export function readSeat(answer: unknown, args: Fields, before: Seat | null): Seat | null {
  const fields = fieldsOf(answer);
  return readSession(fields, args, before) ?? readWerewolf(fieldsOf(fields.state), before);
}

function readSession(answer: Fields, args: Fields, before: Seat | null): Seat | null {
  const response = fieldsOf(answer.experience_response);
  const gameId = textOf(response.game_type);
  const sessionId = textOf(answer.session_id) ?? textOf(args.session_id) ?? textOf(fieldsOf(args.arguments).session_id);
  if (gameId === null || sessionId === null) return null;
  return {
    gameId,
    view: response.view,
    legalMoves: Array.isArray(response.legal_moves) ? response.legal_moves : [],
    isMyTurn: response.your_turn === true || response.may_act === true,
    isOver: response.status !== 'active',
    message: textOf(response.message) ?? '',
    brief: '',
    pageUrl: textOf(answer.session_ui_url) ?? before?.pageUrl ?? null,
    stream: `session:${sessionId}`,
    look: { tool: 'session.step', args: { session_id: sessionId, action: { type: 'state' } } },
    move: (action) => ({ tool: 'session.step', args: { session_id: sessionId, action } }),
  };
}

/** The move of the board, and the tool, of each action that werewolf.md asks for. */
const WEREWOLF_ACTIONS: Readonly<Record<string, { type: string; tool: string }>> = {
  WOLF_KILL: { type: 'wolf_kill', tool: 'et.werewolf.match.night.wolf_kill' },
  SEER_INSPECT: { type: 'seer_inspect', tool: 'et.werewolf.match.night.seer_inspect' },
  DOCTOR_PROTECT: { type: 'doctor_protect', tool: 'et.werewolf.match.night.doctor_protect' },
  VOTE: { type: 'vote', tool: 'et.werewolf.match.vote' },
};

/** The seat of `et.werewolf.match.get_state`. Who speaks does so by the model: the document has buttons for the rest. */
function readWerewolf(state: Fields, before: Seat | null): Seat | null {
  const matchId = textOf(state.matchId);
  const you = fieldsOf(state.you);
  if (matchId === null || !Array.isArray(state.players)) return null;
  const wolves = Array.isArray(you.knownWolves) ? you.knownWolves : [];
  const roleOf = (playerId: unknown) => {
    if (playerId === you.playerId) return you.role ?? null;
    return wolves.includes(playerId) ? 'WEREWOLF' : null;
  };
  const players = state.players.map(fieldsOf).map((player) => ({
    ...player,
    role: player.revealedRole ?? roleOf(player.playerId),
    ready: false,
    spoken: false,
  }));
  const required = fieldsOf(you.requiredAction);
  const action = WEREWOLF_ACTIONS[String(required.type)];
  const mayAct = action !== undefined && required.alreadySubmitted !== true;
  const targets = Array.isArray(required.allowedTargets) ? required.allowedTargets : [];
  const brief = textOf(you.phaseBrief) ?? textOf(state.publicSummary) ?? '';
  const { phase, dayNumber, winningTeam = null } = state;
  return {
    gameId: 'werewolf',
    view: { phase, dayNumber, players, votes: [], history: [], winningTeam },
    legalMoves: mayAct ? targets.map((targetPlayerId) => ({ type: action.type, targetPlayerId })) : [],
    isMyTurn: mayAct,
    isOver: phase === 'ENDED',
    message: brief,
    brief,
    pageUrl: before?.pageUrl ?? null,
    stream: `werewolf:${matchId}`,
    look: { tool: 'et.werewolf.match.get_state', args: { matchId } },
    move: (move) => ({
      tool: action?.tool ?? 'et.werewolf.match.get_state',
      args: { matchId, targetPlayerId: fieldsOf(move).targetPlayerId },
    }),
  };
}
