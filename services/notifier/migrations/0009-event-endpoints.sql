-- The address of a project that is told of its events; one a project.
create table event_endpoints (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  project text collate "C" not null,
  url text not null,
  events text[] not null,
  -- whsec_…, sealed; and the one before it, which signs too until then.
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
  -- Failures in a row, and since when there was nothing else.
  failures integer not null default 0,
  failing_since timestamptz,
  disabled_reason text collate "C" check (disabled_reason in ('owner', 'failing', 'gone')),
  disabled_at timestamptz,
  note text,
  -- When there is something to send; null for nothing.
  due_at timestamptz,
  -- Under a lease one request is on its way, and no other. Nobody claims it before free_at: the end of the lease, or of the
  -- rest after a failure.
  lease uuid,
  free_at timestamptz not null default '-infinity',
  primary key (account_id, project_id),
  check ((disabled_reason is null) = (disabled_at is null))
)
with (fillfactor = 80);

create index event_endpoints_due on event_endpoints (due_at) where due_at is not null;

create table outbound_events (
  account_id uuid not null,
  project_id uuid not null,
  -- What the receiver gets as webhook-id.
  id uuid not null,
  type text collate "C" not null,
  -- What it is about: the same is told once.
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
