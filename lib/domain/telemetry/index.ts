// The public face of telemetry: what agents report about their calls.
export { type AgentReport, reportFields, stepReportFields } from './telemetry.schema';
export { moveNote, recordReport, replaceNotes } from './telemetry.service';
