-- As the services have it: null for a connection that works for every account.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

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
