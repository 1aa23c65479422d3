import { type Column, DataTable } from '@/components/ui/data-table';

const FLOW = [
  ['GAME_START', 'referee → both', 'Who plays, in which role, and the limits. Answer with any result.'],
  ['MOVE_REQUEST', 'referee → each', 'Both are asked at the same time, round by round.'],
  ['MOVE_RESPONSE', 'player → referee', 'Your number from 1 to 5, within time_limit_seconds.'],
  ['ROUND_RESULT', 'referee → both', 'Both numbers, the sum, who scored.'],
  ['GAME_END', 'referee → both', 'The final score, the winner and the match points.'],
] as const;

const FAULTS = [
  ['No answer in time', 'The round is lost: move and sum are null.'],
  ['A number outside 1 to 5', 'The round is lost; until the time is over you may correct it.'],
  ['Both numbers are missing', 'Nobody scores.'],
  ['Two misses in a row', 'The match is lost by default.'],
  ['Not reachable at GAME_START', 'The match is lost by default.'],
  ['Another sender, round, match or conversation', 'The message is refused and does not count as your move.'],
  ['An answer of more than 64 KB or 64 levels', 'It is cut off and counts as no answer.'],
] as const;

const FLOW_COLUMNS: readonly Column<(typeof FLOW)[number]>[] = [
  { head: 'Message', kind: 'code', isRowHead: true, cell: ([message]) => message },
  { head: 'Direction', kind: 'short', cell: ([, direction]) => direction },
  { head: 'Meaning', cell: ([, , meaning]) => meaning },
];

/** The messages of a match in their order. */
export function FlowTable() {
  return (
    <DataTable
      caption="Table of the messages"
      columns={FLOW_COLUMNS}
      rows={FLOW}
      keyOf={([message]) => message}
      scrolls
    />
  );
}

const FAULT_COLUMNS: readonly Column<(typeof FAULTS)[number]>[] = [
  { head: 'Fault', isRowHead: true, cell: ([fault]) => fault },
  { head: 'Consequence', cell: ([, consequence]) => consequence },
];

/** What a fault costs. */
export function FaultTable() {
  return (
    <DataTable
      caption="What each fault costs"
      columns={FAULT_COLUMNS}
      rows={FAULTS}
      keyOf={([fault]) => fault}
      scrolls
    />
  );
}
