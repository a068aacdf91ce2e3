-- replaces 0014-deliveries-of-account-by-status
-- The account that a connection works for. libs/postgres guards every table that has an account_id by it. Null, and therefore
-- no row, for a connection that has not named one.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

-- One URL of a batch and one channel, from urls.submitted to its final state.
create table deliveries (
  account_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  -- The first 16 bytes of the SHA-256 of the URL.
  url_hash bytea not null,
  project_id uuid not null,
  project text collate "C" not null,
  channel text collate "C" not null,
  action text collate "C" not null,
  url text collate "C" not null,
  -- With its port, if it has one. An engine request contains URLs of one host.
  host text collate "C" not null,
  status text collate "C" not null
    check (status in ('pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped', 'set_aside')),
  -- Requests to an engine, without those answered by "too many requests".
  attempts integer not null default 0,
  -- Of those since the last requeue: failures of the engine, and refusals because the key was not verified.
  failures smallint not null default 0,
  unverified smallint not null default 0,
  -- When it may be claimed. A claim sets it to the end of the lease: the rows of a process that died become due again.
  next_at timestamptz,
  lease uuid,
  -- Rows of different parts are never sent together: the halves of a batch that an engine refused as a whole.
  part uuid not null default '00000000-0000-0000-0000-000000000000',
  reason text,
  engine text,
  engine_status integer,
  engine_message text check (octet_length(engine_message) <= 2048),
  traceparent text,
  submitted_at timestamptz not null,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  -- The endpoint instead of the operator's: the project's own or its fallback. Empty for the operator's.
  via text collate "C" not null default '',
  -- The requests that it was sent in, oldest first.
  calls uuid[] not null default '{}',
  primary key (account_id, id),
  constraint deliveries_once unique (account_id, batch_id, url_hash, channel)
)
-- Most rows are updated twice, in the free space of their page.
with (fillfactor = 80);

-- The dispatcher steps from group to group along this index.
create index deliveries_due on deliveries (channel, via, account_id, project_id, host, action, part, next_at, id)
  where next_at is not null;
-- The accounts that have something due: one descent per account, however many hosts it has.
create index deliveries_due_of_account on deliveries (channel, via, account_id, next_at) where next_at is not null;
-- The same for endpoints that customers have set.
create index deliveries_due_elsewhere on deliveries (channel, account_id, via, next_at)
  where next_at is not null and via <> '';

-- The delivery log, newest first.
create index deliveries_of_account on deliveries (account_id, submitted_at, id);
create index deliveries_of_account_by_status on deliveries (account_id, status, submitted_at, id)
  where status <> 'delivered';
create index deliveries_of_project on deliveries (account_id, project, submitted_at, id);
create index deliveries_of_status on deliveries (account_id, project, status, submitted_at, id)
  where status <> 'delivered';
create index deliveries_of_url on deliveries (account_id, url_hash, submitted_at, id);

-- For a project that is deleted and a key check that succeeds.
create index deliveries_open on deliveries (account_id, project_id, host)
  where status in ('pending', 'retrying', 'held');
create index deliveries_rejected on deliveries (account_id, last_attempt_at)
  where status = 'rejected';

-- One request to an engine. A row for each different response and not for each URL: 10,000 URLs of one request with the same
-- response share one.
create table engine_calls (
  account_id uuid not null,
  id uuid not null,
  asked_at timestamptz not null,
  took_ms integer not null,
  engine text collate "C" not null,
  -- The URLs of the request.
  urls integer not null,
  outcome text collate "C" not null check (outcome in ('delivered', 'retry', 'unverified', 'paused', 'held', 'rejected')),
  reason text,
  status integer,
  message text check (octet_length(message) <= 2048),
  primary key (account_id, id)
);

-- The state of an endpoint that all copies share: its pause, circuit breaker and token bucket.
create table engine_state (
  endpoint text collate "C" primary key,
  paused_until timestamptz not null default '-infinity',
  -- Consecutive pauses for which the engine gave no time.
  pauses integer not null default 0,
  -- Consecutive responses that count as failures of the engine.
  troubles integer not null default 0,
  open_until timestamptz not null default '-infinity',
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- Channels that are paused; with both ids nil, for every account.
create table paused_channels (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  paused_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id, channel)
);

-- Hosts whose deliveries are held until their key file is served.
create table key_checks (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  host text collate "C" not null,
  checks integer not null default 0,
  next_at timestamptz not null,
  primary key (account_id, project_id, channel, host)
);

create index key_checks_due on key_checks (next_at);

-- The last check of the IndexNow key file of each host in use.
create table key_files (
  account_id uuid not null,
  project_id uuid not null,
  host text collate "C" not null,
  -- One of its pages, for the scheme.
  url text not null,
  checked_at timestamptz,
  -- Why engines will not accept the key; null if they will.
  problem text,
  next_at timestamptz not null,
  primary key (account_id, project_id, host)
);

create index key_files_due on key_files (next_at);

-- Tombstones: a late urls.submitted of a deleted project finds one.
create table deleted_project (
  account_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, project_id)
);

-- The address that receives the events of a project; at most one per project.
create table event_endpoints (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  project text collate "C" not null,
  url text not null,
  events text[] not null,
  -- The signing secret (whsec_…), encrypted; the previous one signs too until previous_until.
  sealed text not null,
  last_four text not null,
  previous_sealed text,
  previous_last_four text,
  previous_until timestamptz,
  -- The Idempotency-Key of the last rotation.
  rotated_by text,
  rotated_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Consecutive failures, and the time of the first of them.
  failures integer not null default 0,
  failing_since timestamptz,
  disabled_reason text collate "C" check (disabled_reason in ('owner', 'failing', 'gone')),
  disabled_at timestamptz,
  note text,
  -- When there is something to send; null for nothing.
  due_at timestamptz,
  -- One request at a time, under a lease. It may be claimed from free_at on: the end of the lease or of the cooldown after a
  -- failure.
  lease uuid,
  free_at timestamptz not null default '-infinity',
  primary key (account_id, project_id),
  check ((disabled_reason is null) = (disabled_at is null))
)
with (fillfactor = 80);

create index event_endpoints_due on event_endpoints (due_at) where due_at is not null;
-- The endpoint of each account that has been ready for the longest time, however many others cool down.
create index event_endpoints_ready on event_endpoints (account_id, (greatest(due_at, free_at))) where due_at is not null;
-- The requests of an account in progress.
create index event_endpoints_leased on event_endpoints (account_id) where lease is not null;

create table outbound_events (
  account_id uuid not null,
  project_id uuid not null,
  -- The header webhook-id.
  id uuid not null,
  type text collate "C" not null,
  -- What it is about; one event of a type per subject.
  subject text collate "C" not null,
  -- JSON, byte for byte as it is signed.
  body text not null,
  status text collate "C" not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_at timestamptz,
  traceparent text,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, id),
  unique (account_id, project_id, type, subject),
  foreign key (account_id, project_id) references event_endpoints on delete cascade,
  check ((status = 'pending') = (next_at is not null))
);

create index outbound_events_due on outbound_events (account_id, project_id, next_at, id) where next_at is not null;
create index outbound_events_of_project on outbound_events (account_id, project_id, created_at, id);
create index outbound_events_created_at on outbound_events (created_at);

create table event_attempts (
  account_id uuid not null,
  event_id uuid not null,
  attempt integer not null,
  at timestamptz not null default clock_timestamp(),
  took_ms integer not null,
  status integer,
  -- Why it counts as failed; null if it does not.
  reason text,
  answer text not null check (octet_length(answer) <= 2048),
  primary key (account_id, event_id, attempt),
  foreign key (account_id, event_id) references outbound_events on delete cascade
);

-- Batches whose end is an event: the project has an endpoint that subscribes to it.
create table watched_batches (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  project text collate "C" not null,
  action text collate "C" not null,
  -- The deliveries of all its messages.
  deliveries integer not null,
  submitted_at timestamptz not null,
  traceparent text,
  next_at timestamptz not null,
  primary key (account_id, batch_id),
  foreign key (account_id, project_id) references event_endpoints on delete cascade
);

create index watched_batches_due on watched_batches (next_at);
