'use client';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useStream } from '@/components/live/use-stream';

const newsSchema = z.object({ unread: z.number(), newest_id: z.string().nullable() });
type News = z.infer<typeof newsSchema>;

/** How many notifications are unread; the page fetches its data again when that changes. Null until it is known. */
export function useUnread(): number | null {
  const router = useRouter();
  const [unread, setUnread] = useState<number | null>(null);
  const seen = useRef<News | null>(null);
  const take = (sent: unknown) => {
    const news = newsSchema.safeParse(sent).data;
    if (!news) return;
    // What came between the page and the subscription is not on the page yet.
    const isNew = seen.current === null ? news.unread > 0 : !isSame(seen.current, news);
    seen.current = news;
    setUnread(news.unread);
    if (isNew) router.refresh();
  };
  useStream({
    stream: 'owner',
    onSnapshot: take,
    onEvents: (events) => take(events.findLast(({ type }) => type === 'notices_changed')?.data),
  });
  return unread;
}

const isSame = (a: News, b: News) => a.unread === b.unread && a.newest_id === b.newest_id;
