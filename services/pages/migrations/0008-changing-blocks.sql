-- Which version of the rules and changing blocks of its project a page was read by (ADR 79). Hashes of two versions tell nothing of
-- the page: it is read again, and no change is seen.
alter table page_project add column rules_version smallint not null default 0;
alter table page add column rules_version smallint not null default 0;
-- How many of the project's first pages were compared with themselves.
alter table page_project add column compared_pages smallint not null default 0;

-- Blocks of a project's pages that change by themselves, by the path of their elements, and do not count.
create table changing_block (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  path text collate "C" not null,
  -- The page on which it was found.
  url text collate "C" not null,
  found_at timestamptz not null default clock_timestamp(),
  -- The owner wants it to count. It stays, so that it is not found again.
  counts boolean not null default false,
  primary key (account_id, project_id, path)
);

-- Pages that are read three times, to see which blocks change by themselves.
create table block_comparison (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  url text collate "C" not null,
  host text collate "C" not null,
  due_at timestamptz not null default clock_timestamp(),
  -- When the first version was read. One that is old, or older than a check of the page, is not compared: there may be edits between.
  begun_at timestamptz,
  -- Of each version that was read: paths with their digests and numbers of words. No text.
  versions jsonb not null default '[]',
  primary key (account_id, project_id, url_hash)
);
create index block_comparison_due_at on block_comparison (due_at);

-- Pages that changed lately: how often, in the 24 hours from the first of these changes.
create table page_change (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  first_at timestamptz not null default clock_timestamp(),
  changes smallint not null default 1,
  primary key (account_id, project_id, url_hash)
);
create index page_change_first_at on page_change using brin (first_at) with (autosummarize = on);
