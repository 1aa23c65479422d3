// The modules that register what goes with an agent, an experience or an owner, or where its name stands. They are loaded here, so that no process
// deletes with a part of them. A test compares what they delete with the tables of the schema.
import '@/lib/domain/approvals';
import '@/lib/domain/blocks';
import '@/lib/domain/activity';
import '@/lib/domain/keys';
import '@/lib/domain/catalog';
import '@/lib/domain/controls';
import '@/lib/domain/credentials';
import '@/lib/domain/demand';
import '@/lib/domain/feedback';
import '@/lib/domain/idempotency';
import '@/lib/domain/kept-games';
import '@/lib/domain/leagues';
import '@/lib/domain/matches';
import '@/lib/domain/mcp-sessions';
import '@/lib/domain/memory';
import '@/lib/domain/notifications';
import '@/lib/domain/oauth';
import '@/lib/domain/ratings';
import '@/lib/domain/seating';
import '@/lib/domain/session-notes';
import '@/lib/domain/social';
import '@/lib/domain/telemetry';
import '@/lib/domain/usage';
import '@/lib/domain/verification';
import '@/lib/domain/werewolf';
