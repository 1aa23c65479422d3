import { TvPicture, type TvProps, useTv } from '@/components/match/tv-picture';
import classes from '@/components/match/tv-screen.module.css';

/** One live match after another, in a frame of another page. */
export function TvEmbed(props: TvProps) {
  return (
    <div className={classes.screen} data-bare>
      <TvPicture tv={useTv(props)} game={props.game} />
    </div>
  );
}
