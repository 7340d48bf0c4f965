-- Partial matches ("name contains") over large tables need trigram indexes.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
