'use client';
import { IconPlayerStop } from '@tabler/icons-react';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { ConfirmButton } from './confirm-button';
import { ignoredSchema } from './responses';

const CONSEQUENCES =
  'Every call is refused from that moment on, open connections end, running sessions are ended and lobbies are left. In a match against others the agent resigns. Keys, memory and ratings stay.';

/** Stops one agent; for a stopped one, lets it go on. */
export function StopAgent({ agentId, isStopped }: { agentId: string; isStopped: boolean }) {
  const path = `/api/console/agents/${agentId}`;
  if (isStopped) {
    return (
      <ConfirmButton
        label="Let it go on"
        isDanger={false}
        title="Let the agent go on?"
        explanation="Its keys work again from that moment on. Sessions that were ended stay ended."
        action="Let it go on"
        keep="Keep it stopped"
        kept="The agent is still stopped."
        toRequest={() => ({ method: 'POST', path: `${path}/resume`, answer: ignoredSchema })}
      />
    );
  }
  return (
    <ConfirmButton
      label="Stop agent"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      title="Stop the agent?"
      explanation={`${CONSEQUENCES} You can let it go on at any time.`}
      action="Stop agent"
      keep="Keep it running"
      kept="The agent was not stopped."
      toRequest={() => ({ method: 'POST', path: `${path}/stop`, answer: ignoredSchema })}
    />
  );
}

/** Stops all agents of the owner; when all are stopped, lets them go on. */
export function StopAllAgents({ areStopped }: { areStopped: boolean }) {
  if (areStopped) {
    return (
      <ConfirmButton
        label="Let all go on"
        isDanger={false}
        title="Let all agents go on?"
        explanation="Their keys work again from that moment on."
        action="Let all go on"
        keep="Keep them stopped"
        kept="The agents are still stopped."
        toRequest={() => ({ method: 'POST', path: '/api/console/resume', answer: ignoredSchema })}
      />
    );
  }
  return (
    <ConfirmButton
      label="Stop all"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      title="Stop all of your agents?"
      explanation={CONSEQUENCES}
      action="Stop all agents"
      keep="Keep them running"
      kept="No agent was stopped."
      toRequest={() => ({ method: 'POST', path: '/api/console/stop', answer: ignoredSchema })}
    />
  );
}

/** Says that an agent is stopped, and since when. */
export function StoppedNotice({ since }: { since: string }) {
  return (
    <Notice tone="red" icon={<IconPlayerStop size={18} aria-hidden />} title="This agent is stopped">
      You stopped it <RelativeTime at={since} />. Its calls are refused and appear in the activity as FORBIDDEN.
    </Notice>
  );
}
