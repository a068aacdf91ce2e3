-- Sitemaps and feeds of projects that are read regularly (ADR 80).
create table watch (
  account_id uuid not null,
  project_id uuid not null,
  id text collate "C" not null,
  project text collate "C" not null,
  url text collate "C" not null,
  kind text collate "C" not null check (kind in ('auto', 'sitemap', 'feed')),
  every_minutes integer not null check (every_minutes > 0),
  trust text collate "C" not null check (trust in ('auto', 'dates', 'hash')),
  deletes text collate "C" not null check (deletes in ('send', 'hold', 'off')),
  first text collate "C" not null check (first in ('remember', 'send')),
  include text[] not null,
  exclude text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  next_scan_at timestamptz not null default clock_timestamp(),
  -- Of the copy that scans it; null for none.
  lease uuid,
  -- No scan has succeeded yet: its pages are remembered, not announced, unless first says otherwise.
  remembers boolean not null default true,
  -- The batch id of the checks that look at its pages.
  looks_as uuid not null default gen_random_uuid(),
  -- It is scanned again when the scan that is under way ends.
  scan_again boolean not null default false,
  -- The next scan believes a file that lost many pages.
  believes boolean not null default false,
  -- The files of the last scan, each with what its server calls it, its pages and whether its dates are trusted.
  files jsonb not null default '[]',
  -- When a page of it is looked at next; null for none.
  look_at timestamptz,
  -- The codes of the problems that the last scan had, and of those that its owner has been told.
  problems text[] not null default '{}',
  troubles text[] not null default '{}',
  primary key (account_id, project_id, id)
);
create index watch_next_scan_at on watch (next_scan_at);
create index watch_look_at on watch (look_at) where look_at is not null;

-- The pages that the files of a watch name.
create table watch_url (
  account_id uuid not null,
  project_id uuid not null,
  watch_id text collate "C" not null,
  url_hash bytea not null check (length(url_hash) = 16),
  url text collate "C" not null,
  -- The first 8 bytes of the SHA-256 of its file's URL.
  file bytea not null check (length(file) = 8),
  -- As its file gives it: a day, or a time.
  lastmod text collate "C",
  date_moved_at timestamptz,
  -- Good scans in a row that did not find it.
  missing smallint not null default 0,
  -- Whether the dates of its file are trusted. If not, the page is looked at every day.
  is_dated boolean not null,
  -- When the page is looked at next.
  look_at timestamptz,
  -- Looks that found other words than before.
  changes integer not null default 0,
  -- What is to be handed to intake, or held until the owner decides.
  wanted text collate "C" check (wanted in ('update', 'delete', 'held')),
  hand_over_at timestamptz,
  primary key (account_id, project_id, watch_id, url_hash)
) with (fillfactor = 85);
create index watch_url_look_at on watch_url (account_id, project_id, watch_id, look_at) where look_at is not null;
create index watch_url_hand_over_at on watch_url (hand_over_at) where hand_over_at is not null;
create index watch_url_moved on watch_url (account_id, project_id, watch_id, date_moved_at)
  where date_moved_at is not null;

create table watch_scan (
  account_id uuid not null,
  project_id uuid not null,
  watch_id text collate "C" not null,
  id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  outcome text collate "C" not null check (outcome in ('ok', 'unchanged', 'partial', 'failed')),
  files integer not null,
  found integer not null,
  added integer not null,
  changed integer not null,
  missing integer not null,
  skipped integer not null,
  problems jsonb not null,
  primary key (account_id, project_id, watch_id, id)
);
create index watch_scan_began_at on watch_scan using brin (began_at) with (autosummarize = on);
