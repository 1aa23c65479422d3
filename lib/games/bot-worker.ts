import { type BotRequest, chooseHere } from '@/lib/games/bot-choice';

/** The job of a bot's thread. @throws Error as `chooseHere` does */
export default function chooseInThread(request: BotRequest): unknown {
  return chooseHere(request);
}
