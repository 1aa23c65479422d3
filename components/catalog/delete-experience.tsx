'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';

/** Asks before an experience is deleted with all of its data. */
export function DeleteExperience({ experienceId, name }: { experienceId: string; name: string }) {
  return (
    <ConfirmButton
      label="Delete"
      title="Delete the experience?"
      explanation={
        <>
          <bdi>{name}</bdi> and its sessions, memories, ratings and reports are deleted. This cannot be undone. It is
          refused while it is played.
        </>
      }
      action="Delete experience"
      keep="Keep it"
      kept="Nothing was deleted."
      toRequest={() => ({ method: 'DELETE', path: `/api/console/experiences/${experienceId}`, answer: ignoredSchema })}
      nextPage="/publish"
    />
  );
}
