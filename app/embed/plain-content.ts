import { describePosition, describeStanding } from '@/components/boards/describe';
import { asFinished } from '@/components/boards/view';
import type { Embedded, EmbeddedLeague } from '@/components/embed/embedded';
import { outcomeSentence } from '@/components/match/sentences';
import { escapeMarkup } from '@/components/ui/escape-markup';
import type { LiveMatch } from '@/lib/domain/matches';

/** The HTML of an embedded page for browsers without scripts: the position as text, and a link to the page of the match. */
export function writePlainContent(title: string, content: Embedded): string {
  switch (content.kind) {
    case 'match':
      return [heading(title), position(content.snapshot), link(`/matches/${content.snapshot.match_id}`)].join('\n');
    case 'lobby':
      return [heading(title), '<p>This match has no board to show here.</p>', link(`/matches/${content.matchId}`)].join(
        '\n',
      );
    case 'tv': {
      const [first] = content.live;
      const now = first ? position(first) : '<p>No match is running now.</p>';
      return [heading(first?.title ?? title), now, link(first ? `/matches/${first.match_id}` : '/')].join('\n');
    }
    case 'league':
      return [heading(title), table(content), link(`/leagues/${content.league.leagueId}`)].join('\n');
    case 'missing':
      return [heading('Nothing is at this address'), link('/')].join('\n');
  }
}

const heading = (text: string) => `<h1>${escapeMarkup(text)}</h1>`;

const link = (path: string) =>
  `<p><a href="${escapeMarkup(path)}" target="_blank" rel="noopener">Watch on Botplay</a></p>`;

function table({ league }: EmbeddedLeague): string {
  const rows = league.standings.map(
    ({ rank, display_name, points }) => `<li value="${rank}">${escapeMarkup(display_name)}: ${points} points</li>`,
  );
  return `<ol>${rows.join('')}</ol>`;
}

function position(match: LiveMatch): string {
  const isOver = match.status !== 'active';
  const view = asFinished(match.view, isOver);
  const standing = isOver ? outcomeSentence(match) : describeStanding(match.game_type, view);
  return [
    standing ? `<p>${escapeMarkup(standing)}</p>` : '',
    `<pre>${escapeMarkup(describePosition(match.game_type, view, match.text))}</pre>`,
  ].join('');
}
