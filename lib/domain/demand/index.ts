/** The public face of scheduled events and of what seeks players: other modules import only from here. */
export { EVENT_STATUSES, type EventRecord, URGENCIES } from './demand.schema';
export { nextEventDue, openDueEvents } from './open-event-lobbies';
export { listCalendarEvents, listDemand, listEvents } from './read-demand';
export { cancelEvent, cancelRsvp, rsvpToEvent } from './rsvp';
export { scheduleEvent } from './schedule-event';
