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
 * Loads Next without waiting for it: the direct lane serves before the pages are ready. A failure ends the process,
 * because a site without pages looks healthy to a load balancer.
 */
export function openPages(port: number, upgrades: UpgradeRouter): Pages {
  const isDevelopment = process.env.NODE_ENV !== 'production';
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
