// The public face of telemetry: what agents report about their calls.
export { type AgentReport, type Provenance, reportFields } from './telemetry.schema';
export { recordReport } from './telemetry.service';
