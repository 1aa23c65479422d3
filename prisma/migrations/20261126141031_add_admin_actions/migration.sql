-- CreateTable
CREATE TABLE "admin_actions" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "owner_id" UUID,
    "agent_id" UUID,
    "action" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "address_hash" TEXT NOT NULL,

    CONSTRAINT "admin_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "admin_actions_at_id_idx" ON "admin_actions"("at" DESC, "id" DESC);

-- What was done stays: no statement changes or deletes an entry.
CREATE FUNCTION "refuse_admin_action_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'admin_actions is append-only';
END $$;

CREATE TRIGGER "admin_actions_append_only" BEFORE UPDATE OR DELETE ON "admin_actions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_admin_action_change"();
