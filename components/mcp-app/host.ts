/**
 * The side of MCP Apps that a document speaks to its host: JSON-RPC over `postMessage` with the window that shows it.
 * The package of the specification is larger than the whole document may be. MCP Apps 2026-01-26
 */

const PROTOCOL_VERSION = '2026-01-26';

/** What a host says of itself and of the place where it shows the document. */
export interface HostContext {
  theme?: 'light' | 'dark';
  displayMode?: string;
  availableDisplayModes?: readonly string[];
  toolInfo?: { tool?: { name?: string } };
}

/** The result of a tool, as MCP has it. */
export interface ToolResult {
  isError?: boolean;
  structuredContent?: unknown;
  content?: readonly { type: string; text?: string }[];
}

export interface HostEvents {
  onInput(args: Record<string, unknown>): void;
  onResult(result: ToolResult): void;
  onContext(context: HostContext): void;
  /** The host is about to remove the document. */
  onTeardown(): void;
}

type Message = {
  jsonrpc: '2.0';
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message?: string };
};

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The host that shows this document. */
export class Host {
  readonly #waiting = new Map<number, Waiting>();
  readonly #events: HostEvents;
  #nextId = 1;
  #context: HostContext = {};
  /** Names of tools with underscores in place of dots. */
  #isUnderscored = false;

  constructor(events: HostEvents) {
    this.#events = events;
    window.addEventListener('message', ({ source, data }) => {
      if (source === window.parent && data?.jsonrpc === '2.0') this.#receive(data as Message);
    });
  }

  /** The handshake. @throws Error when the host refuses it */
  async connect(): Promise<void> {
    const answer = (await this.#request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'botplay-board', title: 'Botplay board', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })) as { hostContext?: HostContext };
    this.#learn(answer.hostContext ?? {});
    this.#notify('ui/notifications/initialized', {});
    this.#reportSize();
  }

  /** Calls a tool of the server through the host. @throws Error with the words of the tool when it refuses */
  async callTool(name: string, args: Record<string, unknown>): Promise<unknown> {
    const wire = this.#isUnderscored ? name.replaceAll('.', '_') : name;
    const result = (await this.#request('tools/call', { name: wire, arguments: args })) as ToolResult;
    const value = answerOf(result);
    if (result.isError) throw new Error(faultOf(value, result));
    return value;
  }

  /** Says to the model, with its next message, what happened in the document. A host that cannot is left alone. */
  async tellModel(text: string, structuredContent: Record<string, unknown>): Promise<void> {
    const content = [{ type: 'text', text }];
    await this.#request('ui/update-model-context', { content, structuredContent }).catch(() => undefined);
  }

  /** Sends a message to the chat in the name of the person. */
  async say(text: string): Promise<void> {
    await this.#request('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  }

  async openLink(url: string): Promise<void> {
    await this.#request('ui/open-link', { url });
  }

  async fill(mode: 'inline' | 'fullscreen'): Promise<void> {
    await this.#request('ui/request-display-mode', { mode });
  }

  #receive({ id, method, params = {}, result, error }: Message): void {
    if (method === undefined) {
      const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
      if (!waiting) return;
      this.#waiting.delete(id as number);
      if (error) waiting.reject(new Error(error.message ?? 'The host refused.'));
      else waiting.resolve(result);
      return;
    }
    if (method === 'ui/notifications/tool-input')
      this.#events.onInput((params.arguments ?? {}) as Record<string, unknown>);
    if (method === 'ui/notifications/tool-result') this.#events.onResult(params as ToolResult);
    if (method === 'ui/notifications/host-context-changed') this.#learn(params as HostContext);
    if (method === 'ui/resource-teardown') this.#events.onTeardown();
    if (id !== undefined) this.#answer(id, method);
  }

  #answer(id: number | string, method: string): void {
    const isServed = method === 'ping' || method === 'ui/resource-teardown';
    const answer = isServed ? { result: {} } : { error: { code: -32601, message: 'Method not found' } };
    window.parent.postMessage({ jsonrpc: '2.0', id, ...answer }, '*');
  }

  #learn(changes: HostContext): void {
    this.#context = { ...this.#context, ...changes };
    const name = this.#context.toolInfo?.tool?.name;
    if (name !== undefined) this.#isUnderscored = !name.includes('.');
    this.#events.onContext(this.#context);
  }

  #request(method: string, params: Record<string, unknown>): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      window.parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*');
    });
  }

  #notify(method: string, params: Record<string, unknown>): void {
    window.parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
  }

  /** Says how large the document is, whenever that changes. */
  #reportSize(): void {
    const root = document.documentElement;
    const report = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      this.#notify('ui/notifications/size-changed', { width: root.clientWidth, height });
    };
    new ResizeObserver(report).observe(document.body);
    report();
  }
}

/** The answer of a tool: its structured content, or else the JSON of its text. */
export function answerOf({ structuredContent, content }: ToolResult): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const text = content?.find(({ type }) => type === 'text')?.text ?? '';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultOf(value: unknown, { content }: ToolResult): string {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const error = (fields.error ?? fields) as { message?: unknown };
  return typeof error.message === 'string' ? error.message : (content?.[0]?.text ?? 'The move was refused.');
}
