import rows from '@/components/console/rows.module.css';

export interface ErrorLine {
  code: string;
  http: number;
  retryable: boolean;
  hint: string;
}

/** Error codes: meaning and what to do. */
export function ErrorTable({ errors }: { errors: readonly ErrorLine[] }) {
  return (
    <table className={rows.table}>
      <caption className="visually-hidden">Error codes</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col" className={rows.wide}>
            HTTP
          </th>
          <th scope="col" className={rows.wide}>
            Retry
          </th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <tr key={error.code} id={error.code}>
            <td className={rows.figures}>{error.code}</td>
            <td className={`${rows.wide} ${rows.figures}`}>{error.http}</td>
            <td className={rows.wide}>{error.retryable ? 'Yes' : 'No'}</td>
            <td>{error.hint}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
