-- Ids of the batches of counts that were added to usage_days, for a day: a batch whose answer was lost is not added a second time.
CREATE TABLE "usage_batches" (
    "id" UUID NOT NULL,

    CONSTRAINT "usage_batches_pkey" PRIMARY KEY ("id")
);
