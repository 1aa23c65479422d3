'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';

/** Undoes an action before its end. */
export function UndoAction({ actionId }: { actionId: string }) {
  return (
    <ConfirmButton
      label="Undo"
      title="Undo this action?"
      explanation="Hidden words are shown again, a mute or a suspension ends. The owner concerned is notified."
      action="Undo"
      keep="Keep it"
      kept="The action holds."
      isDanger={false}
      size="compact-sm"
      toRequest={() => ({
        method: 'POST',
        path: `/v1/moderation/actions/${actionId}/undo`,
        body: {},
        answer: ignoredSchema,
      })}
    />
  );
}
