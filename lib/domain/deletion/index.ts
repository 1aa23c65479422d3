// The public face of deletion: agents, guests, accounts and experiences with everything that goes with them.
export { deleteAccount, deleteAgent, deleteExperience } from './deletion.service';
