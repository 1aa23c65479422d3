// The public face of backups that Botplay makes by itself, on a schedule.

export type { BackupLine } from './backups.service';
export { checkBackups, makeDueBackup, nextBackupDue, prepareBackups, readBackups } from './backups.service';
