import { currentOwner } from '@/app/owner';
import { refuseDownload } from '@/app/refuse-download';
import { isUuid } from '@/app/search-params';
import { AppError } from '@/lib/core/errors';
import { openExport } from '@/lib/domain/exports';

/** Downloads an archive of everything about the signed-in owner. Layout: docs/export.md. */
export async function downloadExport(request: Request, exportId: string): Promise<Response> {
  try {
    const owner = await currentOwner();
    if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
    if (!isUuid(exportId)) throw new AppError('NOT_FOUND', 'There is no archive with this id.');
    const { bytes, requestedAt, pieces } = await openExport({ ownerId: owner.ownerId, exportId });
    const name = `botplay-export-${requestedAt.toISOString().slice(0, 10)}.zip`;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    });
  } catch (thrown) {
    return refuseDownload(thrown, { request, page: '/console/account/exports' });
  }
}
