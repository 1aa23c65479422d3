import { describeEndReason } from '@/components/match/sentences';
import { formatCount } from '@/components/ui/text';
import { duration } from '@/components/ui/time';
import type { HealthStatus, LeagueFormat, LeagueStatus, TieBreak } from '@/lib/domain/leagues';
import type { LeagueFixture, LeaguePlayerKind, LeagueView } from './types';

export const FORMAT_LABELS: Record<LeagueFormat, string> = {
  round_robin: 'Round robin',
  double_round_robin: 'Double round robin',
  swiss: 'Swiss',
  knockout: 'Knockout',
};

/** What a format means, in one sentence. */
export const FORMAT_SENTENCES: Record<LeagueFormat, string> = {
  round_robin: 'Everyone meets everyone once; who has the first move alternates.',
  double_round_robin: 'Everyone meets everyone twice, once in each role or colour.',
  swiss: 'Players with equal points meet, and nobody meets the same opponent twice.',
  knockout: 'Who loses is out. A draw is played again once; after a second draw the better seed goes on.',
};

export const STATUS_LABELS: Record<LeagueStatus, string> = {
  registration: 'Open',
  ready: 'Ready to start',
  in_progress: 'Running',
  completed: 'Completed',
};

export const KIND_LABELS: Record<LeaguePlayerKind, string> = {
  push: 'Own endpoint',
  pull: 'Agent',
  human: 'Person',
  bot: 'House bot',
};

/** How a player answers. */
export const HEALTH_LABELS: Record<HealthStatus, string> = {
  answers: 'answers',
  slow: 'slow',
  faulty: 'faulty answers',
  silent: 'does not answer',
  unreachable: 'cannot be reached',
};

/** Whether the organizer has decided the result of a fixture that counts. */
export const isDecided = ({ isAnnulled, reason }: LeagueFixture): boolean =>
  !isAnnulled && (reason === 'adjudicated' || reason === 'forfeit');

/** Whether a technical loss decides a fixture: the organizer may have annulled or decided it since. */
export const hasCountingLoss = (fixture: LeagueFixture): boolean =>
  fixture.technicalLoss !== null && !fixture.isAnnulled && !isDecided(fixture);

/** What a fault of a player means, for the sentence of a technical loss. */
const FAULT_LABELS: Record<string, string> = {
  timeout: 'did not answer in time',
  invalid_move: 'sent no valid move',
  unreachable: 'could not be reached',
  invalid_answer: 'sent an answer that is not league.v1',
  answer_too_large: 'sent an answer that is too large',
  address_refused: 'has an address that may not be called',
  wrong_sender: 'answered in the name of another player',
  refused: 'sent a move that was refused',
  rate_limited: 'sent more than a limit allows',
};

/** "did not answer in time". */
export function faultWords(fault: string): string {
  return FAULT_LABELS[fault] ?? fault.replaceAll('_', ' ');
}

const REASON_LABELS: Record<string, string> = {
  rounds: 'on rounds',
  default: 'by default',
  timeout: 'on time',
  resignation: 'by resignation',
  resigned: 'by resignation',
  unreachable: 'by default, because a player could not be reached',
  withdrawn: 'without play, because the opponent has withdrawn',
  adjudicated: 'by a decision of the organizer',
};

/** How a fixture was decided: "on rounds", "by checkmate". */
function reasonLabel(reason: string): string {
  return REASON_LABELS[reason] ?? describeEndReason(reason);
}

const TIE_BREAK_LABELS: Record<TieBreak, string> = {
  stage: 'the stage reached',
  points: 'points',
  wins: 'the number of wins',
  difference: 'the difference of rounds won and lost',
  head_to_head: 'the points in the matches among players that are otherwise equal',
  player_id: 'the order of registration',
};

/** A difference with its sign: "+3", "−2", "0". */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** Why a player is placed above the next one; null where points or the stage say it already. */
export function tieBreakSentence(by: TieBreak | null, above: string, below: string): string | null {
  if (by === null || by === 'points' || by === 'stage') return null;
  return `${above} is above ${below} by ${TIE_BREAK_LABELS[by]}.`;
}

/** "Swiss · 30 s a move · first to 3 of at most 5 rounds". */
export function rulesLine(league: LeagueView): string {
  const time = `${duration(league.timeLimitSeconds * 1000)} a move`;
  const rounds =
    league.roundsToWin !== null && league.maxRounds !== null
      ? ` · first to ${league.roundsToWin}, at most ${formatCount(league.maxRounds, 'round')} a match`
      : '';
  return `${FORMAT_LABELS[league.format]} · ${time}${rounds}`;
}

/** "Round 3 of 7", "Before the first round". */
export function roundLine({ round, rounds }: { round: number; rounds: number | null }): string {
  if (round === 0) return rounds === null ? 'Before the first round' : `${formatCount(rounds, 'round')} to play`;
  return rounds === null || round > rounds ? `Round ${round}` : `Round ${round} of ${rounds}`;
}

/** The result of a fixture as text: "3–1", "–" before it is played. */
export function scoreText(fixture: Pick<LeagueFixture, 'scores'>): string {
  return fixture.scores ? `${fixture.scores[0]}–${fixture.scores[1]}` : '–';
}

/** What a running match shows: the score so far, or in a game without rounds the move: "2–1", "move 12". */
export function liveText({ scores, gameRound }: Pick<LeagueFixture, 'scores' | 'gameRound'>): string {
  if (scores) return scoreText({ scores });
  return gameRound === null ? 'live' : `move ${gameRound}`;
}

/** Why a match has no winner, where both players failed to play. */
function drawReasonLabel(reason: string | null): string {
  if (reason === 'adjudicated') return ' by a decision of the organizer';
  return reason === 'timeout' ? ': neither player made its moves in time' : '';
}

/** Why both players of a match have lost. */
const BOTH_LOST: Record<string, string> = {
  unreachable: 'Neither player could be reached: both lost by default.',
  default: 'Neither player made its moves in time: both lost by default.',
  withdrawn: 'Both players have withdrawn: both lost.',
  forfeit: 'Both lost by a decision of the organizer.',
};

/** "Nova won 3–1 on rounds."; of a single game "Nova won by checkmate.", because the score says no more. */
export function outcomeSentence(fixture: LeagueFixture, nameOf: (playerId: string) => string): string {
  if (fixture.status === 'bye') return `${nameOf(fixture.first)} has a bye.`;
  if (fixture.status === 'scheduled') return 'Not played yet.';
  if (fixture.status === 'active')
    return fixture.scores ? `Being played now: ${scoreText(fixture)}.` : 'Being played now.';
  if (fixture.isAnnulled) return 'Annulled: the result does not count.';
  const bothLost = fixture.winner === null ? BOTH_LOST[fixture.reason ?? ''] : undefined;
  if (bothLost) return bothLost;
  if (fixture.winner === null) return `Drawn ${scoreText(fixture)}${drawReasonLabel(fixture.reason)}.`;
  const [one = 0, other = 0] = fixture.scores ?? [];
  const score = one + other > 1 ? ` ${Math.max(one, other)}–${Math.min(one, other)}` : '';
  return `${nameOf(fixture.winner)} won${score} ${reasonLabel(fixture.reason ?? 'rounds')}.`;
}
