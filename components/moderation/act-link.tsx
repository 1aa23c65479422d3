import { ButtonLink } from '@/components/ui/button';

/** Leads a moderator to the actions on something. */
export function ActLink({ kind, id, stream = null }: { kind: string; id: string; stream?: string | null }) {
  const search = new URLSearchParams({ kind, id, ...(stream === null ? {} : { stream }) });
  return (
    <ButtonLink href={`/admin/act?${search}`} size="compact-sm" variant="default">
      Act
    </ButtonLink>
  );
}
