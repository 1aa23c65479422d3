// The public face of the status of the site: what is up, slow or planned, with its history.
export { publishIncident, removeIncident, updateIncident } from './incidents.service';
export { followAnswers } from './measure';
export {
  type Incident,
  incidentUpdateBody,
  newIncidentBody,
  type PartHistory,
  type SiteStatus,
  statusSchema,
} from './status.schema';
export { countMinute, readSiteStatus } from './status.service';
