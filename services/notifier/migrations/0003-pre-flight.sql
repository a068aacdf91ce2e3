-- Deliveries that wait for a verdict on their page (ADR 70): status checking, then pending, or skipped with its reason.
-- safe beside the version before: the check admits what it did and more, and only rows that this version inserts use it.
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check
  check (status in ('pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped', 'set_aside', 'checking', 'skipped'))
  not valid;
alter table deliveries
  -- Submitted with pre-flight: what becomes of it is published.
  add column preflight boolean not null default false,
  -- When it is sent unchecked, while its status is checking.
  add column check_until timestamptz,
  -- Why it was sent without a check.
  add column not_checked text,
  -- What was found, and what the engine learns if it takes the URL, as pages.checked has them.
  add column checked jsonb,
  add column announces jsonb;

create index deliveries_checking on deliveries (check_until) where status = 'checking';
-- For a project that is deleted.
create index deliveries_checking_of_project on deliveries (account_id, project_id) where status = 'checking';

-- Verdicts that came before their deliveries.
create table early_verdicts (
  account_id uuid not null,
  batch_id uuid not null,
  url_hash bytea not null,
  channel text collate "C" not null,
  verdict jsonb not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (account_id, batch_id, url_hash, channel)
);
create index early_verdicts_received_at on early_verdicts (received_at);

-- Messages that are committed and not yet confirmed by RabbitMQ (see libs/outbox).
create table outbox (
  id uuid primary key,
  message text not null,
  body jsonb not null,
  traceparent text,
  account_id uuid,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);
