import { RelativeTime } from '@/components/ui/relative-time';
import { type Column, RowTable } from './row-table';
import rows from './rows.module.css';
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
        <span className={rows.main}>{name}</span>
        <span className={rows.sub}>
          from <code>{address}</code>
          {isThisOne && <StatusWord tone="good">this browser</StatusWord>}
        </span>
      </>
    ),
  },
  { head: 'Signed in', as: 'tight', wide: true, cell: ({ signedInAt }) => <RelativeTime at={signedInAt} /> },
  { head: 'Last seen', as: 'tight', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
  { head: '', cell: (line) => !line.isThisOne && <SignOutBrowser browserId={line.id} name={line.name} /> },
];

/** The browsers that are signed in to an account, each with a way to sign it out. */
export function BrowserList({ lines }: { lines: readonly BrowserLine[] }) {
  return <RowTable caption="Browsers" columns={COLUMNS} lines={lines} keyOf={(line) => line.id} />;
}
