import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import shared from '@/components/ui/shared.module.css';
import { type DisplayComponent, formatPrice, type Stage } from '@/lib/booking';
import { BookingSummary } from './booking-summary';
import { Choice, NothingMatches, Tick } from './choice';
import { DateCalendar } from './date-calendar';
import { entriesOf, type StageProps, textOf } from './entries';
import { Facade } from './facade';
import { ItemMark, ItemNote } from './item-mark';
import { ModificationBar } from './modification-bar';
import { MovieGrid } from './movie-grid';
import { SeatMap } from './seat-map';
import classes from './stage-view.module.css';
import { TicketCounters } from './ticket-counters';

const GROUPS: Partial<Record<Stage, (props: StageProps) => ReactNode>> = {
  movie: MovieGrid,
  theater: TheaterList,
  time: ShowingList,
};

const COMPONENTS: Record<Exclude<DisplayComponent, 'buttonGroup'>, (props: StageProps) => ReactNode> = {
  calendar: DateCalendar,
  seatMap: SeatMap,
  counter: TicketCounters,
  summary: BookingSummary,
};

/**
 * A stage of a booking: `uiSpec` in, calls of tools out. Without `onTool` it is only shown, as in the replay of a session.
 */
export function StageView({ titleId = 'stage-title', ...props }: StageProps & { titleId?: string }) {
  const { spec, onTool } = props;
  const { component } = spec.display;
  const Items = component === 'buttonGroup' ? (GROUPS[spec.stage] ?? MovieGrid) : COMPONENTS[component];
  return (
    <section className={shared.grid16} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId} className={classes.title} tabIndex={-1}>
            {spec.title}
          </h2>
          {spec.description && <p className={classes.about}>{spec.description}</p>}
        </div>
        <ModificationBar spec={spec} onTool={onTool} />
      </div>
      <Items {...props} />
    </section>
  );
}

const SEATS = 100;

/** The showings of a day. */
function ShowingList(props: StageProps) {
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <ul className={classes.list}>
      {entries.map((entry) => {
        const { item, mark, note, isSelected, isDisabled } = entry;
        const left = Number(item.seatsLeft);
        return (
          <li key={item.id}>
            <Choice entry={entry} onTool={props.onTool} className={classes.showing}>
              <span className={classes.time}>{item.time}</span>
              <span className={classes.facts}>
                <span className={classes.format}>{item.format}</span>
                <span>{item.screen}</span>
                {mark && <ItemMark mark={mark} />}
              </span>
              <span className={shared.mutedSmall}>{item.language}</span>
              {note && <ItemNote text={note} />}
              <span className={classes.seats}>
                <span className={classes.bar} aria-hidden>
                  <span style={{ inlineSize: `${Math.max(0, SEATS - left)}%` }} />
                </span>
                {isDisabled ? (left > 0 ? 'has begun' : 'sold out') : `${left} seats left`}
              </span>
              <span className={classes.price}>{formatPrice(Number(item.price))}</span>
              {isSelected && <Tick className={classes.tick} />}
            </Choice>
          </li>
        );
      })}
    </ul>
  );
}

/** The cinemas, each with its front. */
function TheaterList(props: StageProps) {
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <ul className={classes.theaterListList}>
      {entries.map((entry) => {
        const { item, mark, note, isSelected } = entry;
        return (
          <li key={item.id}>
            <Choice entry={entry} onTool={props.onTool} className={classes.row}>
              <Facade id={item.id} className={classes.facade} />
              <span className={classes.text}>
                <span className={classes.name}>
                  {item.name}
                  {mark && <ItemMark mark={mark} />}
                </span>
                <span className={classes.place}>
                  <IconMapPin size={14} stroke={1.75} aria-hidden />
                  {item.district}, <span className="numeric">{item.distanceKm} km</span>
                </span>
                {textOf(item.features) && <span className={classes.place}>{textOf(item.features)}</span>}
                {note && <ItemNote text={note} />}
                <span className={classes.offer}>
                  {item.showings === 0
                    ? 'Does not show this film'
                    : `${item.showings} showings, from ${formatPrice(Number(item.fromPrice))}`}
                </span>
              </span>
              {isSelected && <Tick className={classes.theaterListTick} />}
            </Choice>
          </li>
        );
      })}
    </ul>
  );
}
