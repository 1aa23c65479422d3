import { isJsonObject } from '@/lib/core/json';
import { publicOrigin } from '@/lib/core/public-origin';
import type { AnswerLink } from '@/lib/core/tool';

// What a person may open about a session or a match, where agents hand it on.

/** The page on which people watch a match of the platform, and its record, which is complete after the end. */
const matchLinks = (id: string): AnswerLink[] => [
  { path: `/matches/${id}`, name: 'watch', title: 'Watch the match', mimeType: 'text/html' },
  { path: `/matches/${id}/record.jsonl`, name: 'record', title: 'Record of the match', mimeType: 'application/jsonl' },
];

/** The links of a session whose page is on this site: that of its match, or of the session. */
export function sessionLinks(answer: { session_id: string; session_ui_url?: string | undefined }): AnswerLink[] {
  const own = `${publicOrigin()}/matches/`;
  const url = answer.session_ui_url;
  return url?.startsWith(own) ? matchLinks(url.slice(own.length)) : [transcriptLink(answer.session_id)];
}

/** Every step of a session with its answer. */
const transcriptLink = (sessionId: string): AnswerLink => ({
  path: `/sessions/${sessionId}`,
  name: 'transcript',
  title: 'Transcript of the session',
  mimeType: 'text/html',
});

/** The links of a match that has begun; a remote experience has no page of the match here. */
export function startedLinks(answer: {
  game_session_id: string;
  session_id?: string | undefined;
  experience_response?: unknown;
}): AnswerLink[] {
  const { game_session_id, session_id, experience_response: response } = answer;
  if (isJsonObject(response) && 'game_type' in response) return matchLinks(game_session_id);
  return session_id === undefined ? [] : [transcriptLink(session_id)];
}

/** The links of a step: those of the transcript when the game is over. */
export function endLinks(answer: { session_id: string; experience_response?: unknown }): AnswerLink[] {
  const response = answer.experience_response;
  return isJsonObject(response) && 'outcome' in response ? [transcriptLink(answer.session_id)] : [];
}

/** The links of a session that has ended. */
export const endedLinks = (answer: { session_id: string }): AnswerLink[] => [transcriptLink(answer.session_id)];

/** The page of a match that has ended: its result, and for a match of the platform its replay and record. */
export const matchEndLinks = ({ game_session_id: id }: { game_session_id: string }): AnswerLink[] => [
  { path: `/matches/${id}`, name: 'watch', title: 'The match and its result', mimeType: 'text/html' },
];
