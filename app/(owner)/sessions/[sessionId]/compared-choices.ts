import type { ComparedChoice } from '@/components/console/transcript-screen';
import { isolateDirection } from '@/components/ui/text';
import type { OwnerId } from '@/lib/core/ids';
import { listSessions } from '@/lib/domain/console';

const MAX_CHOICES = 20;

/** The newest other sessions of an owner's agents in the same experience. One query. */
export async function comparedChoices(of: {
  ownerId: OwnerId;
  sessionId: string;
  experienceId: string;
}): Promise<ComparedChoice[]> {
  const { ownerId, experienceId } = of;
  const { sessions } = await listSessions({ ownerId, experienceId, limit: MAX_CHOICES + 1 });
  return sessions
    .filter(({ session_id }) => session_id !== of.sessionId)
    .slice(0, MAX_CHOICES)
    .map(({ session_id, agent_name, created_at, result, step_count, status }) => {
      const end = status === 'active' ? 'running' : (result ?? 'ended');
      const began = `${created_at.slice(0, 10)} ${created_at.slice(11, 16)} UTC`;
      return {
        sessionId: session_id,
        label: `${isolateDirection(agent_name)}, ${began}: ${end}, ${step_count} ${step_count === 1 ? 'step' : 'steps'}`,
      };
    });
}
