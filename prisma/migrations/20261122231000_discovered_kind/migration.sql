ALTER TABLE "experiences"
  DROP CONSTRAINT "experiences_kind_word",
  ADD CONSTRAINT "experiences_kind_word" CHECK ("kind" IN ('builtin', 'mcp', 'rest', 'discovered', 'link'));
