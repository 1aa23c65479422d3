'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { request, toFailure } from './request';

const newsSchema = z.object({ unread: z.number(), newest_id: z.string().nullable() });
type News = z.infer<typeof newsSchema>;

/** A failed wait is repeated after this time. */
const RETRY_MS = 3_000;
const PAUSE_MS = 250;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How many notifications are unread; the page fetches its data again when that changes. Null until it is known. */
export function useUnread(): number | null {
  const router = useRouter();
  const [unread, setUnread] = useState<number | null>(null);
  const seen = useRef<News | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      while (!leaving.signal.aborted) {
        try {
          const news = await waitForNews(seen.current, leaving.signal);
          // What came between the page and the first answer is not on the page yet.
          const isNew = seen.current === null ? news.unread > 0 : !isSame(seen.current, news);
          seen.current = news;
          setUnread(news.unread);
          if (isNew) router.refresh();
          await sleep(PAUSE_MS);
        } catch (thrown) {
          const { status } = toFailure(thrown);
          if (leaving.signal.aborted || (status >= 400 && status < 500 && status !== 429)) return;
          await sleep(RETRY_MS);
        }
      }
    })();
    return () => leaving.abort();
  }, [router]);

  return unread;
}

const isSame = (a: News, b: News) => a.unread === b.unread && a.newest_id === b.newest_id;

function waitForNews(seen: News | null, signal: AbortSignal): Promise<News> {
  const query = new URLSearchParams();
  if (seen) query.set('unread', String(seen.unread));
  if (seen?.newest_id) query.set('newest_id', seen.newest_id);
  return request({ method: 'GET', path: `/api/console/notifications/news?${query}`, answer: newsSchema, signal });
}
