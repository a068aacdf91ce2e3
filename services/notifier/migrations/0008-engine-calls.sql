-- What one request to an engine came to. A row for each answer that differs and not for each URL: 10,000 URLs that
-- travelled together and were answered alike share one.
create table engine_calls (
  account_id uuid not null,
  id uuid not null,
  asked_at timestamptz not null,
  took_ms integer not null,
  engine text collate "C" not null,
  -- How many travelled together.
  urls integer not null,
  outcome text collate "C" not null check (outcome in ('delivered', 'retry', 'unverified', 'paused', 'held', 'rejected')),
  reason text,
  status integer,
  message text check (octet_length(message) <= 2048),
  primary key (account_id, id)
);

-- The requests that a URL travelled in, oldest first.
alter table deliveries add column calls uuid[] not null default '{}';
