import { SelectField } from '@/components/ui/field';
import type { Strength } from '@/lib/core/game';
import type { BoardGame } from './board-screen';
import classes from './board-screen.module.css';
import type { Opponent } from './move-history';

const STRENGTHS: readonly Strength[] = ['easy', 'medium', 'strong'];

interface Props {
  game: BoardGame;
  opponent: Opponent;
  onChange: (opponent: Opponent) => void;
}

/** Chooses who plays the other side: the viewer, or a house bot of one of three strengths. */
export function OpponentChooser({ game, opponent, onChange }: Props) {
  if (!game.hasBot) return null;
  const human = opponent?.human ?? 0;
  const choose = (value: string) => {
    const strength = STRENGTHS.find((one) => one === value);
    onChange(strength ? { strength, human } : null);
  };
  return (
    <div className={classes.opponent}>
      <SelectField
        label="Other side"
        value={opponent?.strength ?? 'viewer'}
        onChange={(event) => choose(event.currentTarget.value)}
        options={[
          { value: 'viewer', label: 'You play both sides' },
          ...STRENGTHS.map((strength) => ({ value: strength, label: `House bot (${strength})` })),
        ]}
      />
      <SelectField
        label="You play"
        value={String(human)}
        disabled={!opponent}
        onChange={(event) => opponent && onChange({ ...opponent, human: Number(event.currentTarget.value) })}
        options={game.seatNames.slice(0, 2).map((name, seat) => ({ value: String(seat), label: name }))}
      />
    </div>
  );
}
