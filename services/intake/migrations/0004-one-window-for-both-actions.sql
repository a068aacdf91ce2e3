-- A URL of a channel has one row in the dedupe window, with its last action. Rows of deletions from before have another hash
-- and are not found any more; they expire with the window.
alter table url_seen add column is_deletion boolean not null default false;

-- When a deletion was last accepted: what the dedupe cache has from before it may be wrong.
alter table account add column last_deletion_at timestamptz;
