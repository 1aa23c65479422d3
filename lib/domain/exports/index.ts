// The public face of exports: an archive of everything about an owner and the owner's agents.
export { EXPORT_DAYS, exportSchema, MAX_EXPORTS_A_DAY, type OwnerExport } from './exports.schema';
export {
  exportDue,
  listExports,
  makeDueExports,
  nextExportDue,
  openExport,
  removeExport,
  requestExport,
} from './exports.service';
