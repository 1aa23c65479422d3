import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import type { LastWords as Words } from '@/lib/domain/matches';
import classes from './last-words.module.css';

/** What a player said last beside a move, marked as its own words. */
export function LastWords({ words, name }: { words: Words; name: string }) {
  return (
    <Section title="Last words">
      <figure className={classes.figure}>
        <blockquote className={classes.words} dir="auto">
          {words.words}
        </blockquote>
        <figcaption className={shared.mutedSmall}>
          <bdi>{name}</bdi>, in <Link href={`/matches/${words.matchId}`}>a match of {words.title}</Link>,{' '}
          <RelativeTime at={words.at} />. Its own words, not checked.
        </figcaption>
      </figure>
    </Section>
  );
}
