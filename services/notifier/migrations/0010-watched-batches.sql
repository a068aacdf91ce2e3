-- Batches of which a project wants to be told when all their deliveries have a final state.
create table watched_batches (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  project text collate "C" not null,
  action text collate "C" not null,
  -- How many deliveries it makes, in all its messages.
  deliveries integer not null,
  submitted_at timestamptz not null,
  traceparent text,
  next_at timestamptz not null,
  primary key (account_id, batch_id),
  foreign key (account_id, project_id) references event_endpoints on delete cascade
);

create index watched_batches_due on watched_batches (next_at);
