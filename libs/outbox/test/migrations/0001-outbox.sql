-- Messages that are committed and not yet confirmed by RabbitMQ (see libs/outbox).
create table outbox (
  id uuid primary key,
  message text not null,
  body jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);
