import { readRoom } from './change-room';
import { FrameWriter } from './frames';
import type { Member } from './members';
import { findAnswer } from './rooms.repo';

/** Sends a member the answer to a request that it sent before its connection broke. False when there is none. */
export async function resendAnswer(roomId: string, member: Member, requestId: string): Promise<boolean> {
  const answer = await findAnswer({ roomId, memberId: member.memberId, replyTo: requestId });
  if (!answer) return false;
  const { room } = await readRoom(roomId);
  member.send(FrameWriter.of(room).write(answer, member));
  return true;
}
