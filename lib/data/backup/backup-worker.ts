// The program of the thread that makes backups.
export { makeBackup as default } from './make';
