import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import './fonts.css';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { markReady } from '@/components/ui/early-keys';
import { EMBEDDED_ID, type Embedded } from './embedded';
import { LobbyEmbed, MatchEmbed, MissingEmbed } from './match-embed';
import { TvEmbed } from './tv-embed';

/** The program of the embedded pages, bundled by scripts/embed.mjs without React and Next. */
function Page({ shown }: { shown: Embedded }) {
  useEffect(() => void markReady(), []);
  switch (shown.kind) {
    case 'match':
      return <MatchEmbed snapshot={shown.snapshot} />;
    case 'lobby':
      return <LobbyEmbed title={shown.title} matchId={shown.matchId} />;
    case 'tv':
      return <TvEmbed live={shown.live} game={shown.game} />;
    case 'missing':
      return <MissingEmbed />;
  }
}

const shown = JSON.parse(document.getElementById(EMBEDDED_ID)?.textContent ?? '') as Embedded;
createRoot(document.getElementById('main') as HTMLElement).render(<Page shown={shown} />);
