import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { NotedMove } from '@/components/match/notes';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { LatestThought } from './latest-thought';

const NOVA: SnapshotPlayer = {
  seat: 0,
  seat_name: 'white',
  kind: 'agent',
  display_name: 'Nova <b>',
  agent_id: 'agent-0',
  strength: null,
  is_guest: false,
  elo: null,
  provisional: false,
  elo_after: null,
};
const NOTED: NotedMove = {
  id: '1',
  seat: 0,
  ply: 1,
  note: 'The <script>centre</script>',
  model: null,
  tokens: null,
  costUsd: null,
  spentMs: 10,
};

const draw = (noted: NotedMove | undefined) => renderToStaticMarkup(<LatestThought noted={noted} players={[NOVA]} />);

describe('what an agent said last, on TV', () => {
  it('is marked as its own words, and escaped', () => {
    expect(draw(NOTED)).toContain('<bdi>Nova &lt;b&gt;</bdi>, in its own words, not checked');
    expect(draw(NOTED)).toContain('The &lt;script&gt;centre&lt;/script&gt;');
  });

  it('keeps its place while no agent has said anything', () => {
    expect(draw(undefined)).toMatch(/^<figure class="[^"]*"><\/figure>$/);
  });
});
