// The public face of restrictions: mutes and suspensions as authentication reads them. Moderation adds and ends them.
export { addRestriction, endRestriction } from './restrictions.service';
