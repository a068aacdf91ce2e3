-- What an Idempotency-Key was answered, kept for 24 hours.
create table idempotency (
  account_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);

create index idempotency_age on idempotency (created_at);
