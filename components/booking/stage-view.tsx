import type { ReactNode } from 'react';
import type { DisplayComponent, Stage } from '@/lib/booking';
import { BookingSummary } from './booking-summary';
import { DateCalendar } from './date-calendar';
import type { StageProps } from './entries';
import { ModificationBar } from './modification-bar';
import { MovieGrid } from './movie-grid';
import { SeatMap } from './seat-map';
import { ShowingList } from './showing-list';
import classes from './stage-view.module.css';
import { TheaterList } from './theater-list';
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
    <section className={classes.stage} aria-labelledby={titleId}>
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
