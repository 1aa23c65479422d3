import classes from './league-tables.module.css';

const NOTICES = [
  ['approval_requested', 'A call waits for you.', 'approval_id, agent_id, agent_name, tool, expires_at'],
  [
    'cap_reached',
    'An agent has used up a cap of the day; once a day and cap.',
    'agent_id, agent_name, name, limit, resets_at',
  ],
  [
    'experience_unverified',
    'An experience of yours is no longer verified.',
    'experience_id, experience_name, reason, check, message',
  ],
  [
    'experience_reported',
    'An agent reported a fault; once a day and category.',
    'experience_id, experience_name, category',
  ],
  ['webhook_test', 'You pressed “Send a test”.', 'webhook_id'],
] as const;

/** The types of notifications that webhooks get. */
export function NoticeTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by the keyboard.
    <section className={classes.scroll} aria-label="Table of the notifications" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">type</th>
            <th scope="col">When</th>
            <th scope="col">Fields of data</th>
          </tr>
        </thead>
        <tbody>
          {NOTICES.map(([type, when, fields]) => (
            <tr key={type}>
              <th scope="row" className={`figures ${classes.short}`}>
                {type}
              </th>
              <td>{when}</td>
              <td className="figures">{fields}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
