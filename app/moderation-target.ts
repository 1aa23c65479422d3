import { notFound } from 'next/navigation';
import { oneOf, type Search } from '@/app/search-params';
import { type TargetFields, targetFields } from '@/lib/domain/moderation';

/** What a page of reports or actions is about, from its address; the page for missing pages when that names nothing. */
export function readTarget(search: Awaited<Search>): { target: TargetFields; search: URLSearchParams } {
  const kind = oneOf(search.kind);
  const id = oneOf(search.id);
  const stream = oneOf(search.stream);
  const parsed = targetFields.safeParse({
    target_kind: kind,
    target_id: id,
    ...(stream === null ? {} : { stream }),
  });
  if (!parsed.success || kind === null || id === null) notFound();
  return { target: parsed.data, search: new URLSearchParams({ kind, id, ...(stream === null ? {} : { stream }) }) };
}
