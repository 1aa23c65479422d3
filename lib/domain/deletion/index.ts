// The public face of deletion: an owner deletes an agent, or the account with all agents.
export { deleteAccount } from './delete-account';
export { deleteAgent } from './delete-agent';

import './delete-guests';
