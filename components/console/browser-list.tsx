import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import { SignOutBrowser } from './sign-out-browser';
import { StatusWord } from './status-word';

/** A browser that is signed in to the account. */
interface BrowserLine {
  id: string;
  name: string;
  address: string;
  signedInAt: string;
  lastSeenAt: string;
  isThisOne: boolean;
}

const COLUMNS: Column<BrowserLine>[] = [
  {
    head: 'Browser',
    cell: ({ name, address, isThisOne }) => (
      <>
        <span className={table.main}>{name}</span>
        <span className={table.sub}>
          from <code>{address}</code>
          {isThisOne && <StatusWord tone="good">this browser</StatusWord>}
        </span>
      </>
    ),
  },
  { head: 'Signed in', kind: 'short', hideOn: 'phone', cell: ({ signedInAt }) => <RelativeTime at={signedInAt} /> },
  { head: 'Last seen', kind: 'short', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
  { head: '', cell: (line) => !line.isThisOne && <SignOutBrowser browserId={line.id} name={line.name} /> },
];

/** The browsers that are signed in to an account, each with a way to sign it out. */
export function BrowserList({ lines }: { lines: readonly BrowserLine[] }) {
  return <DataTable caption="Browsers" columns={COLUMNS} rows={lines} keyOf={(line) => line.id} />;
}
