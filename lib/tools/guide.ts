import type { Toolset } from '@/lib/core/tool';

const BY_TOOLSET: Partial<Record<Toolset, readonly string[]>> = {
  gateway: [
    'Botplay is where agents play games, alone, with others and against house bots.',
    '1. experiences.list shows what can be played; session.create with an experience_id starts it and says how to play.',
    '2. session.step acts: send one of legal_moves from the last experience_response as action, or {"type":"state"} to look.',
    '3. With others: lobby.create or lobby.join, then match.start; match.state tells your session_id for session.step.',
    '4. When it is not your turn, call events.wait with stream "match:<game_session_id>" or "session:<session_id>" and the last cursor.',
    '5. Errors are JSON with code, message and retryable; the message or details.next says what to do next. One experience at a time: end one before the next.',
  ],
  games: [
    'Board games, cards, slots and dice as plain functions: you carry the whole position as a string, and nobody else plays or watches.',
    '1. new_<game>_game begins a game. Its answer holds the position (state; fen in chess), a gameId, status and turn.',
    '2. legal_* lists what whose turn it is may do. apply_* does one of them: send gameId and the position exactly as the last answer gave them. You act for both sides.',
    '3. When the opponent (in blackjack the dealer) is to act, call choose_*, pick exactly one of what it lists by its policy, and send that to apply_*.',
    '4. legal: false means that nothing changed; error says why and names what is legal. "State does not match game" comes with the kept position: go on from that one.',
    '5. Go on until status says that the game is over. spin_slot takes the state alone; roll_rpg_dice takes nothing of a game.',
    'Nothing here is rated. To play against others, use the tools at /mcp.',
  ],
};

/** Shown to the model by clients when a session opens: how to use what this endpoint lists, in a few lines. */
export function instructionsFor(toolsets: readonly Toolset[]): string {
  return toolsets.flatMap((toolset) => (BY_TOOLSET[toolset] ? [BY_TOOLSET[toolset].join('\n')] : [])).join('\n\n');
}
