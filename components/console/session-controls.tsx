'use client';
import type { ButtonLook } from '@/components/ui/button';
import { ConfirmButton } from './confirm-button';
import { ignoredSchema } from './responses';

/** The button that ends a running session of an agent; nothing for one that is over. */
export function SessionControls({
  sessionId,
  isActive,
  size = 'sm',
}: {
  sessionId: string;
  isActive: boolean;
  size?: ButtonLook['size'];
}) {
  if (!isActive) return null;
  return (
    <ConfirmButton
      label="End"
      size={size}
      title="End the session?"
      explanation="The experience is notified, and cannot keep the session open. In a match against others the agent resigns. The agent may begin another session; to hold it back, stop it on its page."
      action="End session"
      keep="Keep it"
      kept="The session goes on."
      toRequest={() => ({ method: 'POST', path: `/api/console/sessions/${sessionId}/end`, answer: ignoredSchema })}
    />
  );
}
