import clsx from 'clsx';
import classes from './poster.module.css';
import { POSTERS } from './posters';

const LINE_HEIGHT = 0.98;

/** The printed poster of a film, 2:3. Decorative: the title is beside it. A film without a drawing shows its title alone. */
export function Poster({ name, title, className }: { name: string; title: string; className?: string }) {
  const poster = POSTERS[name];
  if (!poster) return <div className={clsx(classes.poster, classes.plain, className)}>{title}</div>;
  const { picture, title: lines, titleY, titleSize, titleColor, credit } = poster;
  const firstY = titleY - (lines.length - 1) * titleSize * LINE_HEIGHT;
  return (
    <svg className={clsx(classes.poster, className)} viewBox="0 0 200 300" aria-hidden>
      <image href={picture.src} width="200" height="300" />
      <g fill={titleColor} textAnchor="middle">
        {lines.map((line, index) => (
          <text
            key={line}
            className={classes.title}
            x="100"
            y={firstY + index * titleSize * LINE_HEIGHT}
            fontSize={titleSize}
          >
            {line}
          </text>
        ))}
        <text className={classes.credit} x="100" y={titleY + 15} fontSize="8.5">
          {credit}
        </text>
      </g>
    </svg>
  );
}
