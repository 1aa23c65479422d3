import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { readManifest } from '@/lib/domain/catalog';
import { kindOfManifest, targetOf } from '@/lib/gateway';
import { newSubject, runChecks } from './run-checks';
import type { CheckReport } from './verification.schema';
import { runChecksInTurn } from './verification.service';

/**
 * Runs the six checks on a manifest and stores nothing, so that a publisher can correct a server before it is listed.
 * Takes as long as the server does: at most 15 seconds a call, and a minute in all.
 * @param args.share whose share of the places it uses
 * @throws VALIDATION_ERROR with the path of every fault; PAYLOAD_TOO_LARGE; INVALID_STATE for a link; RATE_LIMITED
 */
export async function tryManifest(args: {
  manifest: unknown;
  share: string;
}): Promise<{ passed: boolean; checks: CheckReport[] }> {
  const manifest = await readManifest(args.manifest);
  const kind = manifest.tier === 2 ? kindOfManifest(manifest) : null;
  if (kind === null) throw new AppError('INVALID_STATE', 'A tier 1 experience is a link: there is nothing to verify.');
  const target = targetOf({ id: newId(), kind, manifest });
  const interactionModel = manifest.sessions.interaction_model;
  const checks = await runChecksInTurn({ share: args.share, url: target.url }, async (signal) => {
    const subject = newSubject({ manifest, target, interactionModel });
    try {
      return await runChecks(subject, async () => undefined, signal);
    } finally {
      await subject.client.close();
    }
  });
  return { passed: checks.every(({ outcome }) => outcome !== 'failed'), checks };
}
