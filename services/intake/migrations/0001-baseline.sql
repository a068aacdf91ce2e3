-- replaces 0014-requests-per-minute
-- The account that a connection works for. libs/postgres guards every table that has an account_id by it. Null, and therefore
-- no row, for a connection that has not named one.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

-- The limits of each account, from its last message plan.changed. Null is unlimited.
create table account (
  account_id uuid primary key,
  urls_per_day bigint check (urls_per_day >= 0),
  urls_per_month bigint check (urls_per_month >= 0),
  limits_version bigint not null,
  -- Webhook requests.
  requests_per_minute bigint check (requests_per_minute >= 0)
);

-- The webhook of a project, with its token and, for the time of grace after a rotation, the previous one. Revoking it deletes
-- the row.
create table hook (
  project_id uuid not null,
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
  previous_accepted_until timestamptz,
  primary key (account_id, project_id)
);

-- The channels of each project, from its last message channels.changed: those that are set up, and those of URLs that are
-- submitted without one.
create table project_channels (
  account_id uuid not null,
  project_id uuid not null,
  ready text[] not null,
  chosen text[] not null,
  version bigint not null,
  primary key (account_id, project_id)
);

-- Tombstones: a late rotation for a deleted project finds one. The id of a project is never used again.
create table closed_project (
  project_id uuid not null,
  account_id uuid not null,
  closed_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id)
);

-- The dedupe window: when a URL of a channel and action was last charged.
create table url_seen (
  account_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  charged_at timestamptz not null,
  batch_id uuid not null,
  primary key (account_id, url_hash)
) with (fillfactor = 85);

-- period is a UTC day (2026-11-21) or month (2026-11).
create table quota_use (
  account_id uuid not null,
  period text not null,
  used bigint not null,
  primary key (account_id, period)
) with (fillfactor = 50);

-- Thresholds of quotas that were reached, one row per period. Inserted by the charge that reaches it; told_at is when it was
-- published.
create table quota_warning (
  account_id uuid not null,
  period text not null,
  threshold smallint not null check (threshold in (80, 100)),
  used bigint not null,
  quota bigint not null,
  reached_at timestamptz not null,
  told_at timestamptz,
  primary key (account_id, period, threshold)
);

create index quota_warning_untold on quota_warning (reached_at) where told_at is null;

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
create index batch_duplicates on batch (account_id, day) include (duplicates) where duplicates > 0;
-- For the retention. Rows are inserted in the order of their time, so that a small index is enough; without autosummarize a
-- sweep would read all pages written since the last vacuum.
create index batch_created_at on batch using brin (created_at) with (autosummarize = on);

-- Requests of which nothing was accepted, counted in one row per token, channel, action and UTC day (ADR 48). The id is derived
-- from these.
create table duplicate_batch (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  project text not null,
  token_id uuid not null,
  channel text not null,
  action text not null,
  duplicates bigint not null,
  rejected bigint not null,
  day text not null,
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, batch_id)
) with (fillfactor = 50);
create index duplicate_batch_of_day on duplicate_batch (account_id, day);
create index duplicate_batch_of_token on duplicate_batch (project_id, token_id);
create index duplicate_batch_created_at on duplicate_batch using brin (created_at) with (autosummarize = on);

-- Resubmissions past the dedupe window, with the API key and the reason.
create table forced_batch (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  key_id uuid,
  reason text not null,
  channel text not null,
  action text not null,
  urls integer not null,
  forced_at timestamptz not null,
  primary key (account_id, batch_id)
);
create index forced_batch_of_project on forced_batch (account_id, project_id, forced_at, batch_id);

-- Batches that RabbitMQ has not confirmed. due_at is also the lease of the process that publishes.
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

-- Answers of requests with an Idempotency-Key, for 24 hours.
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
create index idempotency_created_at on idempotency using brin (created_at) with (autosummarize = on);
