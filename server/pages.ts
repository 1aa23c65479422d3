import fs from 'node:fs';
import path from 'node:path';
import next from 'next';
import { log } from '@/lib/core/log';
import type { ServePage } from './direct-lane';
import type { UpgradeRouter } from './upgrades';

/** The pages of Next. */
export interface Pages {
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
  const app = next({ dev: isDevelopment, dir: process.cwd(), port, httpServer: upgrades.forNext });
  const handler = app.prepare().then(() => app.getRequestHandler());
  handler.catch((error: unknown) => {
    log.fatal({ err: error }, 'Next.js could not be loaded');
    process.exit(1);
  });
  return {
    serve: async (request, response) => (await handler)(request, response),
    close: async () => {
      await handler;
      await app.close();
    },
  };
}
