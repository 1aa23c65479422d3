-- ————— What schema.prisma cannot say —————

-- Compressing a transcript of 16 KB takes as long as storing the rest of its match.
ALTER TABLE "league_transcripts" ALTER COLUMN "document" SET STORAGE EXTERNAL;
