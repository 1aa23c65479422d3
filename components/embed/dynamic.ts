/** In place of next/dynamic: what pages load later is for players, and a frame has only spectators. */
export default function dynamic(): () => null {
  return () => null;
}
