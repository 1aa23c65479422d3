/** In place of next/dynamic: what pages load later is for players, and nobody plays in a frame. */
export default function dynamic(): () => null {
  return () => null;
}
