import fs from 'node:fs';
import path from 'node:path';
import { log } from '@/lib/core/log';
import { MISDIRECTED, misdirectedText, type Role } from '@/lib/core/role';
import { sendNode } from '@/lib/transport/http/node';
import { plainText, type ServePage } from './direct-lane';
import type { UpgradeRouter } from './upgrades';

/** The pages of Next. */
interface Pages {
  /** Answers a page; waits while Next is still loading. */
  serve: ServePage;
  close: () => Promise<void>;
}

/**
 * Gives Next the configuration as the build stored it, in the variable that its standalone server uses: otherwise
 * next.config.ts is compiled at every start, by a compiler that stays in memory (24 MB).
 */
function useBuiltConfig(): void {
  const file = path.join(process.env.NEXT_DIST_DIR || '.next', 'required-server-files.json');
  const { config } = JSON.parse(fs.readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/**
 * Loads Next without waiting for it: the direct lane serves before the pages are ready. A failure ends the process,
 * because a site without pages looks healthy to a load balancer.
 */
export function openPages(port: number, upgrades: UpgradeRouter): Pages {
  const isDevelopment = process.env.NODE_ENV !== 'production';
  if (!isDevelopment) useBuiltConfig();
  // Loaded here, because processes without pages do without its memory.
  const opening = import('next').then(async ({ default: next }) => {
    const app = next({ dev: isDevelopment, dir: process.cwd(), port, httpServer: upgrades.forNext });
    await app.prepare();
    return app;
  });
  const handler = opening.then((app) => app.getRequestHandler());
  handler.catch((error: unknown) => {
    log.fatal({ err: error }, 'Next.js could not be loaded');
    process.exit(1);
  });
  return {
    serve: async (request, response) => (await handler)(request, response),
    close: async () => {
      await (await opening).close();
    },
  };
}

/** Answers every page with a refusal: this process has none. */
export function openNoPages(role: Role): Pages {
  const refusal = plainText(MISDIRECTED, misdirectedText(role, 'pages'));
  return {
    serve: async (request, response) => void (await sendNode(request, response, refusal)),
    close: async () => {},
  };
}
