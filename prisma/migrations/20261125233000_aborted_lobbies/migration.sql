-- The profile of an agent shows how many running matches it has cancelled as the host.
CREATE INDEX lobbies_cancelled_by_host ON lobbies (host_agent_id) WHERE (status = 'cancelled'::text AND started_at IS NOT NULL);
