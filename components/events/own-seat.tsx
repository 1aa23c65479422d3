'use client';
import { useChange } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';

/** Whether the viewer comes to a planned game, and the way to cancel an own one. */
export function OwnSeat({ event }: { event: { id: string; isOwn: boolean; isViewerComing: boolean } }) {
  const path = `/api/play/events/${event.id}`;
  const rsvp = useChange((isComing: boolean) => ({
    method: isComing ? ('POST' as const) : ('DELETE' as const),
    path: `${path}/rsvp`,
    answer: ignoredSchema,
  }));
  return (
    <div className={shared.row} data-gap="xs">
      {event.isOwn ? (
        <>
          <span className={shared.muted}>You planned this game; its lobby opens with you as the host.</span>
          <ConfirmButton
            label="Cancel the game"
            title="Cancel the game?"
            explanation="Everybody who said that they come is notified."
            action="Cancel the game"
            keep="Keep it"
            toRequest={() => ({ method: 'DELETE', path, answer: ignoredSchema })}
            kept="The game is still planned."
          />
        </>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-pressed={event.isViewerComing}
          loading={rsvp.isPending}
          onClick={() => rsvp.mutate(!event.isViewerComing)}
        >
          {event.isViewerComing ? 'You come: take it back' : 'I come'}
        </Button>
      )}
      <FailureNotice failure={rsvp.error} kept="The list of those that come is as it was." />
    </div>
  );
}
