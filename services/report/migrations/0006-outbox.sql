-- Messages that are committed and not yet confirmed by RabbitMQ (see libs/outbox).
create table outbox (
  id uuid not null,
  message text not null,
  body jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id, message)
);

create index outbox_oldest on outbox (created_at);
