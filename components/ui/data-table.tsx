import clsx from 'clsx';
import { type ComponentPropsWithoutRef, Fragment, type Key, type ReactNode } from 'react';
import classes from './data-table.module.css';
import { Link } from './link';

/** One column: its heading and its cell for a row. */
export interface Column<Row> {
  /** Empty for a column of buttons. */
  head: string;
  /** What a short heading means. */
  title?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** number: right-aligned; rank: the place in an order; code: an identifier; short: does not wrap where there is room. */
  kind?: 'number' | 'rank' | 'code' | 'short';
  /** The cells name their rows. */
  isRowHead?: boolean;
  /** The largest screen that does not show the column. */
  hideOn?: 'phone' | 'laptop';
  className?: string | ((row: Row | null) => string | undefined);
}

export interface DataTableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Rows with the same key keep their elements when they move. */
  keyOf: (row: Row) => Key;
  /** rows: lines on the page; card: on a surface with a border; matrix: narrow cells beside a head that stays. */
  look?: 'rows' | 'card' | 'matrix';
  /** The table is as wide as its cells need, and scrolls where the page is narrower. */
  scrolls?: boolean;
  /** A table whose two columns need no headings. */
  hidesHeads?: boolean;
  className?: string;
  rowProps?: (row: Row) => ComponentPropsWithoutRef<'tr'> & { [name: `data-${string}`]: unknown };
  /** A second `tr` below an open row. */
  details?: (row: Row) => ReactNode;
}

const classOf = <Row,>({ kind, hideOn, className }: Column<Row>, row: Row | null): string | undefined =>
  clsx(
    kind && classes[kind],
    hideOn === 'phone' && classes.notOnPhone,
    hideOn === 'laptop' && classes.notOnLaptop,
    typeof className === 'function' ? className(row) : className,
  ) || undefined;

function Head<Row>({ column }: { column: Column<Row> }) {
  const { head, title } = column;
  return (
    <th scope="col" className={classOf(column, null)}>
      {head === '' ? (
        <span className="visually-hidden">Actions</span>
      ) : title ? (
        <abbr title={title}>{head}</abbr>
      ) : (
        head
      )}
    </th>
  );
}

function Cell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const content = column.cell(row, index);
  return column.isRowHead ? (
    <th scope="row" className={classOf(column, row)}>
      {content}
    </th>
  ) : (
    <td className={classOf(column, row)}>{content}</td>
  );
}

/** Rows with the same columns. The one table of all pages. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, look = 'rows', scrolls, hidesHeads, className, rowProps, details } = props;
  const table = (
    <table className={clsx(classes.table, className)} data-look={look}>
      <caption className="visually-hidden">{caption}</caption>
      {!hidesHeads && (
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => {
          const key = keyOf(row);
          const detail = details?.(row);
          return (
            <Fragment key={key}>
              <tr {...rowProps?.(row)}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column} row={row} index={index} />
                ))}
              </tr>
              {detail}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  if (!scrolls) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by the keyboard.
    <section className={classes.scroll} data-look={look} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  );
}

/** A name in a cell with a link to its page. */
export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={classes.main}>
      <bdi>{children}</bdi>
    </Link>
  );
}
