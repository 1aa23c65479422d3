-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "origin" TEXT;

-- AlterTable
ALTER TABLE "experiences" ADD COLUMN     "moved_at" TIMESTAMPTZ(3),
ADD COLUMN     "origin" TEXT,
ADD COLUMN     "origin_is_fixed" BOOLEAN NOT NULL DEFAULT false;

-- The origin as new URL().origin writes it: lower case, without the port that the scheme implies. It stays empty for a host
-- with other characters; its credentials are stored again.
UPDATE "experiences" SET "origin" = regexp_replace(regexp_replace(
    lower(substring(address FROM '^\s*([A-Za-z]+://[^/?#\\]+)')), '^(http://.*):80$', '\1'), '^(https://.*):443$', '\1')
FROM (SELECT id AS of_id, coalesce(manifest -> kind ->> 'server_url', manifest -> kind ->> 'base_url') AS address
        FROM "experiences" WHERE kind IN ('mcp', 'rest', 'discovered')) AS server
WHERE id = of_id AND address ~* '^\s*https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]+)?([/?#\\]|$)';

UPDATE "experiences" SET "origin_is_fixed" = true
WHERE kind = 'discovered' AND publisher_name = regexp_replace("origin", '^https?://', '');

UPDATE "credentials" c SET "origin" = e."origin" FROM "experiences" e WHERE e.id = c.experience_id;

-- The id of an MCP session belongs to the server that gave it: its handle ends with the origin.
UPDATE "sessions" s SET "upstream_session_id" = s."upstream_session_id" || ' ' || e."origin"
FROM "experiences" e
WHERE e.id = s.experience_id AND s.status = 'active' AND s."upstream_session_id" IS NOT NULL AND e."origin" IS NOT NULL;
