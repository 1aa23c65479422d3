/** The public face of play by people: other modules import only from here. */
export {
  listOpenTables,
  type OpenTable,
  type OwnSeat,
  offerRematch,
  type PlayerPlace,
  planRematch,
  type RematchPlan,
  readOwnSeat,
  readPlace,
  readRole,
  requireOwnGame,
  requirePlayableGame,
  requireSeatSession,
} from './play.service';
