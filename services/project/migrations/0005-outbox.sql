-- Messages that are committed but not confirmed by RabbitMQ yet: see libs/outbox/README.md.
create table outbox (
  id uuid primary key,
  message text not null,
  body jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);
