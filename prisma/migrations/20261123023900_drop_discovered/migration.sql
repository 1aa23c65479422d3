-- AlterTable
ALTER TABLE "experiences" DROP COLUMN "discovered";
