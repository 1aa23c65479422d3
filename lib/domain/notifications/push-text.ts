import type { NoticeType } from './notices.schema';

/** What a browser shows. */
export interface PushText {
  title: string;
  body: string;
  /** Where a click leads, from our origin. */
  path: string;
}

const MAX_CHARACTERS = 120;
const OTHERS: PushText = { title: 'Botplay', body: 'There is a new notification.', path: '/console/notifications' };

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
};
const matchPath = (data: Record<string, unknown>): string => `/matches/${encodeURIComponent(shorten(data.match_id))}`;

/** A notice as a browser shows it, on a screen that others may see: no arguments of calls, and nothing that a game hides. */
export function pushText(type: NoticeType, data: Record<string, unknown>): PushText {
  switch (type) {
    case 'approval_requested':
      return {
        title: `${shorten(data.agent_name)} waits for you`,
        body: `It asks to call ${shorten(data.tool)}.`,
        path: '/console/approvals',
      };
    case 'your_turn':
      return { title: 'It is your turn', body: shorten(data.experience_name), path: matchPath(data) };
    case 'move_due_soon':
      return {
        title: `${shorten(data.agent_name)} has to move soon`,
        body: `${shorten(data.experience_name)}: the game is lost without a move.`,
        path: matchPath(data),
      };
    case 'experience_offline':
      return { title: 'An experience of yours is offline', body: shorten(data.experience_name), path: OTHERS.path };
    default:
      return OTHERS;
  }
}
