import { RelativeTime } from '@/components/ui/relative-time';

/** A time that may not have come yet. */
export function MaybeTime({ at, never }: { at: string | null; never: string }) {
  return at === null ? <span>{never}</span> : <RelativeTime at={at} />;
}
