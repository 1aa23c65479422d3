-- AlterTable
ALTER TABLE "experiences" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "is_moderator" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "moderation_reports" (
    "id" UUID NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_key" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "text" TEXT,
    "reporter_owner_id" UUID,
    "reporter_agent_id" UUID,
    "reporter_key" TEXT NOT NULL,
    "subject_agent_id" UUID,
    "subject_owner_id" UUID,
    "evidence" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "note" TEXT,

    CONSTRAINT "moderation_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moderation_actions" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "report_id" UUID,
    "target_kind" TEXT NOT NULL,
    "target_key" TEXT NOT NULL,
    "subject_agent_id" UUID,
    "subject_owner_id" UUID,
    "restricted_id" UUID,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "by_owner_id" UUID NOT NULL,
    "evidence" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" UUID,
    "undo_note" TEXT,
    "appeal" TEXT,
    "appealed_at" TIMESTAMPTZ(3),
    "appeal_outcome" TEXT,
    "appeal_decided_at" TIMESTAMPTZ(3),
    "appeal_decided_by" UUID,
    "appeal_answer" TEXT,

    CONSTRAINT "moderation_actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restrictions" (
    "action_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "restrictions_pkey" PRIMARY KEY ("action_id")
);

-- CreateIndex
CREATE INDEX "moderation_reports_status_created_at_id_idx" ON "moderation_reports"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "moderation_reports_target_kind_target_key_created_at_idx" ON "moderation_reports"("target_kind", "target_key", "created_at");

-- CreateIndex
CREATE INDEX "moderation_actions_at_id_idx" ON "moderation_actions"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "moderation_actions_subject_owner_id_at_idx" ON "moderation_actions"("subject_owner_id", "at" DESC);

-- CreateIndex
CREATE INDEX "moderation_actions_subject_agent_id_at_idx" ON "moderation_actions"("subject_agent_id", "at" DESC);

-- CreateIndex
CREATE INDEX "moderation_actions_target_kind_target_key_idx" ON "moderation_actions"("target_kind", "target_key");

-- CreateIndex
CREATE INDEX "restrictions_subject_id_idx" ON "restrictions"("subject_id");

-- CreateIndex
CREATE INDEX "restrictions_ends_at_idx" ON "restrictions"("ends_at");

-- One open report of a reporter and target, also of calls at the same time.
CREATE UNIQUE INDEX "moderation_reports_one_open" ON "moderation_reports"("reporter_key", "target_kind", "target_key")
  WHERE status = 'open';

-- One action of a kind holds for a target.
CREATE UNIQUE INDEX "moderation_actions_one_hide" ON "moderation_actions"("target_kind", "target_key")
  WHERE undone_at IS NULL AND kind IN ('hide', 'remove');
CREATE INDEX "moderation_actions_open_appeals" ON "moderation_actions"("appealed_at")
  WHERE appealed_at IS NOT NULL AND appeal_outcome IS NULL;

-- What was said, by time: the ids of events are in the order of time.
CREATE INDEX "events_words" ON "events"("id" DESC) WHERE type IN ('message_sent', 'wolf_message_sent', 'move_noted');

-- What was decided stays: only the end of an action and its appeal are added, each once.
CREATE FUNCTION "refuse_moderation_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'moderation_actions is append-only';
  END IF;
  IF ROW(OLD.id, OLD.kind, OLD.report_id, OLD.target_kind, OLD.target_key, OLD.subject_agent_id, OLD.subject_owner_id,
         OLD.restricted_id, OLD.reason, OLD.note, OLD.by_owner_id, OLD.evidence, OLD.at, OLD.ends_at)
     IS DISTINCT FROM
     ROW(NEW.id, NEW.kind, NEW.report_id, NEW.target_kind, NEW.target_key, NEW.subject_agent_id, NEW.subject_owner_id,
         NEW.restricted_id, NEW.reason, NEW.note, NEW.by_owner_id, NEW.evidence, NEW.at, NEW.ends_at)
     OR (OLD.undone_at IS NOT NULL AND ROW(OLD.undone_at, OLD.undone_by, OLD.undo_note)
         IS DISTINCT FROM ROW(NEW.undone_at, NEW.undone_by, NEW.undo_note))
     OR (OLD.appealed_at IS NOT NULL AND ROW(OLD.appealed_at, OLD.appeal)
         IS DISTINCT FROM ROW(NEW.appealed_at, NEW.appeal))
     OR (OLD.appeal_outcome IS NOT NULL AND ROW(OLD.appeal_outcome, OLD.appeal_decided_at, OLD.appeal_decided_by, OLD.appeal_answer)
         IS DISTINCT FROM ROW(NEW.appeal_outcome, NEW.appeal_decided_at, NEW.appeal_decided_by, NEW.appeal_answer)) THEN
    RAISE EXCEPTION 'moderation_actions is append-only';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "moderation_actions_append_only" BEFORE UPDATE OR DELETE ON "moderation_actions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_moderation_change"();
