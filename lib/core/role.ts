/** What a process does beside health and figures, which every one answers. */
interface Duties {
  /** Calls by MCP, REST and OAuth, with event streams and long polls. */
  calls: boolean;
  /** Pages. */
  pages: boolean;
  /** WebSockets of spectators and of the relay. */
  sockets: boolean;
  /** What falls due: deadlines, house bots, referees, verification, webhooks, mail, clean-ups. */
  dueWork: boolean;
}

/** The roles of a process, by the value of ROLE. */
export const ROLES = {
  all: { calls: true, pages: true, sockets: true, dueWork: true },
  api: { calls: true, pages: true, sockets: false, dueWork: false },
  watch: { calls: true, pages: false, sockets: true, dueWork: false },
  worker: { calls: false, pages: false, sockets: false, dueWork: true },
} as const satisfies Record<string, Duties>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/** The answer to a request for what a process of this role does not do: a proxy sent it to the wrong one. */
export const misdirectedText = (role: Role, what: 'calls' | 'pages' | 'WebSockets'): string =>
  `This process has ROLE=${role} and answers no ${what}. Send them to one whose role does: docs/scaling.md lists the roles.`;

/** Misdirected Request: a proxy may repeat it at another process. */
export const MISDIRECTED = 421;
