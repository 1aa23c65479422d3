export type { NewEvent } from '@/lib/core/stream';
export {
  broadcast,
  busHealthy,
  deliver,
  type News,
  NOTIFY_SQL,
  notification,
  onBroadcast,
  onReconnect,
  startBus,
  stopBus,
  type Topic,
} from './bus';
export { numberEvents } from './numbering';
export {
  type Audiences,
  appendEvents,
  EVENT_RECORDSET,
  eventsAsJson,
  hasEvent,
  lastEventId,
  lockHead,
  readEvents,
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
