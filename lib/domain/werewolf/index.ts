/** The public face of Werewolf: its queue, its matches as the tools show them, and the town. */

export { ROLES, TEAMS as FACTIONS } from '@/lib/games/werewolf/state';
export { actInWerewolf } from './act';
export { fireTown, nextTownDue } from './due';
export { crowdGuessesSchema, guessWolves, readCrowdGuesses } from './guesses';
export { briefAgent, nextWerewolfAction } from './next-action';
export { joinQueue, leaveQueue, readQueueStatus } from './queue';
export { listWerewolfMatches, readMatchEvents, readMatchState } from './read-match';
export { readFactionRanking, readWerewolfRecord, type WerewolfRecord } from './results';
export { presentSpecEvent, presentSpecEvents, seedIn } from './spec-events';
export { loadTownSnapshot, readBuilding } from './town';
export {
  type TownBuilding,
  type TownPlayer,
  type TownQueue,
  type TownQueuer,
  type TownSnapshot,
  townSnapshotSchema,
} from './town.schema';
export { TOWN_TOPIC, townDue } from './town-news';
export { DEFAULT_QUEUE, playerIdOf, type QueueAnswer, REQUIRED_PLAYERS, WEREWOLF_GAME_ID } from './werewolf.schema';
