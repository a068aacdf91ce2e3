-- The endpoint to tell in place of the operator's: the project's own, or its fallback. Empty for the operator's.
alter table deliveries add column via text collate "C" not null default '';
drop index deliveries_due;
create index deliveries_due on deliveries (channel, via, account_id, project_id, host, action, part, next_at, id)
  where next_at is not null;

-- Channels by which nothing is sent for now; both ids nil: by nobody.
create table paused_channels (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  paused_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id, channel)
);

-- What was seen last of the IndexNow key file of each host that is submitted.
create table key_files (
  account_id uuid not null,
  project_id uuid not null,
  host text collate "C" not null,
  -- One of its pages, for the scheme.
  url text not null,
  checked_at timestamptz,
  -- Why engines will not believe the key; null if they will.
  problem text,
  next_at timestamptz not null,
  primary key (account_id, project_id, host)
);

create index key_files_due on key_files (next_at);
