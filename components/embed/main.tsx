import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import './fonts.css';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { markReady } from '@/components/ui/early-keys';
import { EMBEDDED_ID, type Embedded } from './embedded';
import { LeagueEmbed } from './league-embed';
import { LobbyEmbed, MatchEmbed, MissingEmbed } from './match-embed';
import { TvEmbed } from './tv-embed';

/** The program of the embedded pages, bundled by scripts/embed.mjs without React and Next. */
function Page({ content }: { content: Embedded }) {
  useEffect(() => void markReady(), []);
  switch (content.kind) {
    case 'match':
      return <MatchEmbed snapshot={content.snapshot} />;
    case 'lobby':
      return <LobbyEmbed title={content.title} matchId={content.matchId} />;
    case 'tv':
      return <TvEmbed {...content} />;
    case 'league':
      return <LeagueEmbed {...content} />;
    case 'missing':
      return <MissingEmbed />;
  }
}

const content = JSON.parse(document.getElementById(EMBEDDED_ID)?.textContent ?? '') as Embedded;
createRoot(document.getElementById('main') as HTMLElement).render(<Page content={content} />);
