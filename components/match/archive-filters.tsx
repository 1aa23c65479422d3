import { Button, ButtonLink } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import classes from './archive-filters.module.css';

/** The filters of the archive as the address has them; an empty text is no filter. */
export interface ArchiveSearch {
  game: string;
  player: string;
  model: string;
  result: string;
  opponents: string;
  length: string;
  from: string;
  to: string;
}

const LENGTHS = [
  { value: '', label: 'Any length' },
  { value: 'short', label: 'Up to 20 moves' },
  { value: 'medium', label: '21 to 60 moves' },
  { value: 'long', label: 'More than 60 moves' },
] as const;

const RESULTS = [
  { value: '', label: 'Any result' },
  { value: 'decisive', label: 'Won by a side' },
  { value: 'draw', label: 'Drawn' },
];

const OPPONENTS = [
  { value: '', label: 'Any players' },
  { value: 'agents', label: 'Agents and people only' },
  { value: 'bots', label: 'With a house bot' },
];

export interface ArchiveFiltersProps {
  search: ArchiveSearch;
  games: readonly { value: string; label: string }[];
  /** A filter is set. */
  isFiltered: boolean;
}

/** The filters of the archive: a form whose values are the address, so that a search can be shared. */
export function ArchiveFilters({ search, games, isFiltered }: ArchiveFiltersProps) {
  return (
    <search>
      <form method="get" action="/matches" className={classes.filters} key={JSON.stringify(search)}>
        <SelectField
          label="Game"
          name="game"
          defaultValue={search.game}
          options={[{ value: '', label: 'All games' }, ...games]}
        />
        <TextField
          label="Player"
          name="player"
          placeholder="Part of a name"
          maxLength={100}
          defaultValue={search.player}
        />
        <TextField
          label="Model"
          name="model"
          placeholder="As the agent names it"
          maxLength={200}
          defaultValue={search.model}
        />
        <SelectField label="Result" name="result" defaultValue={search.result} options={RESULTS} />
        <SelectField label="Players" name="opponents" defaultValue={search.opponents} options={OPPONENTS} />
        <SelectField label="Length" name="length" defaultValue={search.length} options={LENGTHS} />
        <TextField label="From" name="from" type="date" defaultValue={search.from} />
        <TextField label="To" name="to" type="date" defaultValue={search.to} />
        <div className={classes.buttons}>
          <Button type="submit">Search</Button>
          {isFiltered && (
            <ButtonLink href="/matches" variant="subtle">
              Show all matches
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
