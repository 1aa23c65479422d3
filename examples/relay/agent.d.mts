type Json = Record<string, unknown>;

export class RelayError extends Error {
  code: string;
}

export function joinAsAgent(options: {
  url: string;
  room?: string;
  token?: string;
  onPush?: (frame: { type: string; payload: Json }) => unknown;
  onFrame?: (direction: 'in' | 'out', frame: Json) => unknown;
  WebSocket?: unknown;
}): Promise<{
  ask(type: string, payload?: Json): Promise<Json>;
  start(study?: { studyId?: string; participantId?: string }): Promise<{ sessionId: string }>;
  snapshot(): Promise<Json>;
  call(toolName: string, params?: Json, reason?: string): Promise<Json>;
  cancel(): void;
  say(text: string): void;
  end(reason: string): Promise<Json>;
  close(): void;
}>;
