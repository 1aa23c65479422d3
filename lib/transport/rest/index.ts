import { AppError } from '@/lib/core/errors';
import { peerAddress } from '@/lib/domain/limits';
import { serveWeb } from '@/lib/transport/http/web';
import type { Lane } from '@/lib/transport/lane';
import { errorAnswer } from './answers';
import { serveRest } from './serve';

export const restLane: Lane = {
  name: 'rest',
  serve: serveRest,
  refuse: ({ status, message }) =>
    errorAnswer(new AppError(status === 400 ? 'VALIDATION_ERROR' : 'FORBIDDEN', message)),
};

/** Every REST operation below `/api` and `/v1`, for Next's route handlers. */
export function handleRest(request: Request, address = peerAddress(request.headers)): Promise<Response> {
  return serveWeb(request, address, restLane);
}
