// The public face of telemetry: what agents report about their calls.
export { type AgentReport, type Provenance, reportFields, stepReportFields } from './telemetry.schema';
export { moveNote, recordReport } from './telemetry.service';
