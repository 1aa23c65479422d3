-- CreateTable
CREATE TABLE "mail_refusals" (
    "list" TEXT NOT NULL,
    "mailbox" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_refusals_pkey" PRIMARY KEY ("list","mailbox")
);
