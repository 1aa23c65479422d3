import { ButtonLink } from '@/components/ui/button';

/** Leads a moderator to the actions on something. @param against the other player of a pair whose results are in question */
export function ActLink({
  kind,
  id,
  stream = null,
  against,
}: {
  kind: string;
  id: string;
  stream?: string | null;
  against?: string;
}) {
  const search = new URLSearchParams({
    kind,
    id,
    ...(stream === null ? {} : { stream }),
    ...(against === undefined ? {} : { against }),
  });
  return (
    <ButtonLink href={`/admin/act?${search}`} size="compact-sm" variant="default">
      Act
    </ButtonLink>
  );
}
