import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  incidentUpdateBody,
  newIncidentBody,
  publishIncident,
  readSiteStatus,
  removeIncident,
  statusSchema,
  updateIncident,
} from '@/lib/domain/status';

const incidentId = { incident_id: z.uuid().describe('The incident') };
const changed = z.strictObject(incidentId);
const EXAMPLE_ID = '0190f3a0-0000-7000-8000-000000000001';

/** The status of the site, and what administrators publish about it. */
export const STATUS_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'status.get',
    title: 'Read what is up, slow or planned, with 90 days of history',
    caller: 'anyone',
    rest: 'GET /status',
    input: z.strictObject({}),
    output: statusSchema,
    examples: [{}],
    run: () => readSiteStatus(),
  }),
  defineTool({
    name: 'post_v1_incidents',
    title: 'Publish an incident or planned maintenance on the status page',
    caller: 'admin',
    rest: 'POST /incidents',
    restRoot: '/v1',
    restStatus: 201,
    input: newIncidentBody,
    output: changed,
    examples: [{ kind: 'incident', title: 'Slow answers', text: 'We are looking for the cause.', parts: ['agents'] }],
    run: async (_context, incident) => ({ incident_id: await publishIncident(incident) }),
  }),
  defineTool({
    name: 'post_v1_incidents_incident_id_updates',
    title: 'Add news to an incident, or say that it is over',
    caller: 'admin',
    rest: 'POST /incidents/{incident_id}/updates',
    restRoot: '/v1',
    restStatus: 201,
    errors: ['INVALID_STATE'],
    input: incidentUpdateBody.extend(incidentId),
    output: changed,
    examples: [{ incident_id: EXAMPLE_ID, text: 'Answers are quick again.', ends: true }],
    async run(_context, { incident_id, ...update }) {
      await updateIncident(incident_id, update);
      return { incident_id };
    },
  }),
  defineTool({
    name: 'delete_v1_incidents_incident_id',
    title: 'Remove an incident that was published by mistake',
    caller: 'admin',
    rest: 'DELETE /incidents/{incident_id}',
    restRoot: '/v1',
    input: z.strictObject(incidentId),
    output: changed,
    examples: [{ incident_id: EXAMPLE_ID }],
    async run(_context, { incident_id }) {
      await removeIncident(incident_id);
      return { incident_id };
    },
  }),
];
