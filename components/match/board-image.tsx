import classes from './board-image.module.css';

/** The picture of a board, drawn by the server: it loads no scripts. */
export function BoardImage({ src, side }: { src: string; side: number }) {
  // biome-ignore lint/performance/noImgElement: a drawing of a few kilobytes, in one size
  return <img className={classes.board} src={src} alt="" width={side} height={side} loading="lazy" decoding="async" />;
}
