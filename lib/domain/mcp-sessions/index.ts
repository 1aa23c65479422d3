export {
  endSession,
  findSession,
  type McpSession,
  notifyInstances,
  openSession,
  type SessionMessage,
  type Subscription,
  subscribeSession,
  unsubscribeSession,
} from './mcp-sessions.service';
