'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { CodeBlock } from '@/components/console/code-block';
import { ConfirmDialog } from '@/components/console/confirm-dialog';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import shared from '@/components/ui/shared.module.css';

const answerSchema = z.object({ recovery_codes: z.array(z.string()) });

/** Shows recovery codes, which are never shown again. Afterwards the page shows how many are left. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose?: () => void }) {
  const router = useRouter();
  const [isKept, setKept] = useState(false);
  const close = () => {
    onClose?.();
    router.refresh();
  };
  return (
    <Dialog onClose={close} title="Keep these recovery codes">
      <div className={shared.stack}>
        <p className={shared.noMargin}>
          Each of them signs you in once when you have lost your passkey or your authenticator app. They are not shown
          again: print them, or put them into a password manager.
        </p>
        <CodeBlock label="Recovery codes" text={codes.join('\n')} />
        <label className={shared.row} data-gap="xs">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />I have
          kept them
        </label>
        <div className={shared.row} data-align="end">
          <Button disabled={!isKept} onClick={close}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Makes new recovery codes after a question, and shows them. */
export function RenewRecoveryCodes() {
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/recovery-codes', body: {}, answer: answerSchema }),
    (answer) => {
      setAsking(false);
      setCodes(answer.recovery_codes);
    },
  );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Make new recovery codes
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        failure={renew.error}
        kept="The earlier codes still work."
        keep="Keep the earlier ones"
        action="Make new ones"
        isDanger={false}
        isBusy={renew.isPending}
        onConfirm={() => renew.mutate(undefined)}
      >
        The earlier codes no longer work afterwards.
      </ConfirmDialog>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}
