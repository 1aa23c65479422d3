type Json = Record<string, unknown>;

export function linkOf(location: { hash: string }): { relay: string; room: string; key: string };

export class CallError extends Error {
  constructor(code: string, message: string);
  code: string;
}

export function joinAsHost(options: {
  relay: string;
  room?: string;
  key?: string;
  tools?: Json[] | (() => Json[]);
  onCall: (call: { toolName: string; params: Json; reason: string }) => unknown;
  spec?: () => Json | null;
  history?: () => Json[];
  onMessage?: (text: string) => unknown;
  onSession?: (sessionId: string | null) => unknown;
  onReset?: () => unknown;
  onStatus?: (status: 'open' | 'lost' | 'replaced', why?: string) => unknown;
  onFrame?: (direction: 'in' | 'out', frame: Json) => unknown;
  WebSocket?: unknown;
}): {
  changed(source?: 'user' | 'agent' | 'system'): void;
  say(text: string, stage?: string): void;
  takeOver(isTaken: boolean): void;
  endSession(reason: string): void;
  close(): void;
};
