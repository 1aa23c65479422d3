import { lowerThreadPriority } from '@/lib/core/low-priority';
import { acceptsDrawHere, type BotRequest, chooseHere, type DrawRequest } from '@/lib/games/bot-choice';

lowerThreadPriority();

/** The job of a bot's thread: a move, or whether it accepts a draw. @throws Error as `chooseHere` and `acceptsDrawHere` do */
export default function chooseInThread(request: BotRequest | DrawRequest): unknown {
  return 'view' in request ? chooseHere(request) : acceptsDrawHere(request);
}
