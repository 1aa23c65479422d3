import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import { createRoot } from 'react-dom/client';
import { BoardApp } from './board-app';

/** The program of `ui://botplay/board`, bundled into one document by scripts/mcp-app.mjs. */
createRoot(document.getElementById('board') as HTMLElement).render(<BoardApp />);
