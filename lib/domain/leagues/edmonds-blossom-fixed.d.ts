declare module 'edmonds-blossom-fixed' {
  /**
   * The matching of greatest weight.
   * @param edges two vertices and a weight
   * @param maxCardinality whether more pairs are better than more weight
   * @returns by vertex its mate, or -1
   */
  export default function findMatching(edges: [number, number, number][], maxCardinality: boolean): number[];
}
