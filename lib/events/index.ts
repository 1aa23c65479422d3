export type { NewEvent } from '@/lib/core/stream';
export {
  broadcast,
  busConnected,
  busHealthy,
  type News,
  notification,
  onBroadcast,
  onReconnect,
  publishNews,
  startBus,
  stopBus,
  type Topic,
} from './bus';
export { NOTIFY_SQL } from './carriers/postgres';
export { numberEvents } from './numbering';
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
  readNewestEvents,
} from './store';
export {
  followStream,
  joinStream,
  mayRead,
  onStream,
  publish,
  waitForEvents,
  wakeStreams,
} from './tail';
