'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';
import { type Column, DataTable } from '@/components/ui/data-table';

interface ModeratorLine {
  ownerId: string;
  email: string;
  isAdmin: boolean;
}

const COLUMNS: readonly Column<ModeratorLine>[] = [
  { head: 'E-mail', isRowHead: true, cell: ({ email }) => <bdi>{email}</bdi> },
  { head: 'Role', cell: ({ isAdmin }) => (isAdmin ? 'administrator' : 'moderator') },
  {
    head: '',
    cell: ({ email, isAdmin }) =>
      !isAdmin && (
        <ConfirmButton
          label="Remove"
          title="Take the right of a moderator away?"
          explanation={
            <>
              <bdi>{email}</bdi> can no longer read reports or act. What they did stays.
            </>
          }
          action="Take it away"
          keep="Keep it"
          kept="The account is a moderator."
          size="compact-sm"
          toRequest={() => ({
            method: 'PUT',
            path: '/v1/moderators',
            body: { email, is_moderator: false },
            answer: ignoredSchema,
          })}
        />
      ),
  },
];

/** Moderators and administrators. */
export function ModeratorTable({ moderators }: { moderators: readonly ModeratorLine[] }) {
  return (
    <DataTable
      caption="Moderators and administrators"
      columns={COLUMNS}
      rows={moderators}
      keyOf={({ ownerId }) => ownerId}
      scrolls
    />
  );
}
