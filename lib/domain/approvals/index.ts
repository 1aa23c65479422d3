// The public face of approvals: calls that wait for the decision of an owner.
export {
  type Approval,
  approvalSchema,
  decideApproval,
  listApprovals,
  needsApproval,
  readApproval,
  readApprovalStatuses,
  readDecision,
  runApproved,
} from './approvals';
export { describeShape, maskValues } from './argument-shape';
