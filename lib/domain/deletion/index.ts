// The public face of deletion: agents, guests, accounts and experiences with everything that goes with them.
export { deleteAccount } from './delete-account';
export { deleteAgent } from './delete-agent';
export { deleteExperience } from './delete-experience';

import './delete-guests';
