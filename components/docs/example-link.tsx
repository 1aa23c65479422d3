/** The name of an example with a link to its text on this site. `path` is below the folder of examples. */
export function ExampleLink({ path }: { path: string }) {
  return (
    <a href={`/docs/examples/${path}`}>
      <code>examples/{path}</code>
    </a>
  );
}
