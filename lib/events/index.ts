export type { NewEvent } from '@/lib/core/stream';
export {
  type BusMessage,
  broadcast,
  busConnected,
  busHealthy,
  notification,
  onBroadcast,
  onReconnect,
  publishMessages,
  startBus,
  stopBus,
  type Topic,
} from './bus';
export { NOTIFY_SQL } from './carriers/postgres';
export { numberEvents } from './numbering';
export { type RedisStore, redisStore } from './redis-store';
export {
  type Audiences,
  appendEvents,
  deleteStream,
  EVENT_ROWS,
  hasEvent,
  insertEvents,
  lastEventId,
  lockHead,
  readEvents,
  readEventsAfterCursor,
  readNewestEvents,
} from './store';
export {
  followStream,
  mayRead,
  onStream,
  publish,
  subscribeToStream,
  waitForEvents,
  wakeStreams,
} from './tail';
