import { IconFlag, IconMessage2, IconStar, IconThumbDown } from '@tabler/icons-react';
import clsx from 'clsx';
import type { HighlightStyle } from '@/lib/booking';
import classes from './item-mark.module.css';

const MARKS: Record<HighlightStyle, { word: string; Icon: typeof IconStar }> = {
  recommend: { word: 'Suggested', Icon: IconStar },
  note: { word: 'Worth a look', Icon: IconFlag },
  avoid: { word: 'Not suggested', Icon: IconThumbDown },
};

/** How an agent marked an item, in a word and a symbol. */
export function ItemMark({ mark, className }: { mark: HighlightStyle; className?: string }) {
  const { word, Icon } = MARKS[mark];
  return (
    <span className={clsx(classes.mark, mark === 'avoid' && classes.avoid, className)}>
      <Icon size={13} stroke={2} aria-hidden />
      {word}
    </span>
  );
}

/** What an agent wrote beside an item. */
export function ItemNote({ text }: { text: string }) {
  return (
    <span className={classes.note}>
      <IconMessage2 size={14} stroke={1.75} aria-hidden />
      <span>
        <span className="visually-hidden">The agent says: </span>
        {text}
      </span>
    </span>
  );
}
