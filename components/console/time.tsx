import { RelativeTime } from '@/components/ui/relative-time';

/** A time, or a text when there is none yet. */
export function MaybeTime({ at, never }: { at: string | null; never: string }) {
  return at === null ? <span>{never}</span> : <RelativeTime at={at} />;
}
