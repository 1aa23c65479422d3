-- One review for each owner and experience: the newest stays. Agents without an owner have none.
ALTER TABLE reviews ADD COLUMN owner_id UUID;
UPDATE reviews r SET owner_id = a.owner_id FROM agents a WHERE a.id = r.agent_id;
DELETE FROM reviews WHERE owner_id IS NULL;
DELETE FROM reviews r USING reviews newer
WHERE newer.experience_id = r.experience_id AND newer.owner_id = r.owner_id
  AND (newer.updated_at, newer.id) > (r.updated_at, r.id);
DROP INDEX reviews_experience_id_agent_id_key;
CREATE UNIQUE INDEX reviews_experience_id_owner_id_key ON reviews (experience_id, owner_id);
CREATE INDEX reviews_owner_id_idx ON reviews (owner_id);
UPDATE experiences e SET (review_count, rating_sum) = (
  SELECT count(*), coalesce(sum(r.rating), 0) FROM reviews r WHERE r.experience_id = e.id AND NOT r.by_publisher)
WHERE e.review_count > 0;
