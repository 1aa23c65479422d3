import { DocsTable } from './docs-table';
import classes from './docs-table.module.css';

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

/** The messages of a match in their order. */
export function FlowTable() {
  return (
    <DocsTable label="Table of the messages" heads={['Message', 'Direction', 'Meaning']}>
      {FLOW.map(([message, direction, meaning]) => (
        <tr key={message}>
          <th scope="row" className="numeric">
            {message}
          </th>
          <td className={classes.short}>{direction}</td>
          <td>{meaning}</td>
        </tr>
      ))}
    </DocsTable>
  );
}

/** What a fault costs. */
export function FaultTable() {
  return (
    <DocsTable label="What each fault costs" heads={['Fault', 'Consequence']}>
      {FAULTS.map(([fault, consequence]) => (
        <tr key={fault}>
          <th scope="row">{fault}</th>
          <td>{consequence}</td>
        </tr>
      ))}
    </DocsTable>
  );
}
