-- answer is null only inside the transaction that makes it.
create table idempotency (
  account_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, key)
);

create index idempotency_created_at on idempotency (created_at);
