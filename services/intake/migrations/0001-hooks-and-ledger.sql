-- The one clock of the service: every moment that decides anything is read here.
create function pagebell_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

create table account (
  account_id uuid primary key,
  urls_per_day bigint check (urls_per_day >= 0),
  urls_per_month bigint check (urls_per_month >= 0),
  limits_version bigint not null
);

-- One live token a project, and for a while the one before it. Revoking deletes the row.
create table hook (
  project_id uuid primary key,
  account_id uuid not null references account,
  project text not null,
  enabled boolean not null default true,
  token_id uuid not null,
  token_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz not null,
  previous_token_id uuid,
  previous_token_hash bytea unique,
  previous_last_four text,
  previous_accepted_until timestamptz
);

-- Tombstones: a deleted project's id is never used again, so a late rotate finds it here.
create table closed_project (
  project_id uuid primary key,
  account_id uuid not null,
  closed_at timestamptz not null default clock_timestamp()
);

-- The charge ledger: a row says when this URL, channel and action were last charged.
create table url_seen (
  account_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  charged_at timestamptz not null,
  batch_id uuid not null,
  primary key (account_id, url_hash)
) with (fillfactor = 85);
create index url_seen_charged_at on url_seen using brin (charged_at);

-- period is a UTC day (2026-11-21) or month (2026-11).
create table quota_use (
  account_id uuid not null,
  period text not null,
  used bigint not null,
  primary key (account_id, period)
) with (fillfactor = 50);

create table batch (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  project text not null,
  token_id uuid not null,
  channel text not null,
  action text not null,
  urls text[] not null,
  duplicates integer not null,
  rejected integer not null,
  day text not null,
  month text not null,
  created_at timestamptz not null,
  primary key (account_id, batch_id)
);
create index batch_of_project on batch (project_id, created_at desc);

-- Batches that RabbitMQ has not confirmed. due_at is also the lease of whoever publishes.
create table outbox (
  batch_id uuid primary key,
  account_id uuid not null,
  project_id uuid not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp() + interval '2 seconds'
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index outbox_due_at on outbox (due_at);
create index outbox_created_at on outbox (created_at);
create index outbox_project on outbox (project_id);

create table idempotency (
  account_id uuid not null,
  project_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  outcome jsonb,
  created_at timestamptz not null,
  primary key (account_id, project_id, operation, key)
);
create index idempotency_created_at on idempotency using brin (created_at);
