-- Who had URLs sent again although they had been sent within the window. Kept for good: it is the answer to "who was that".
create table forced_batch (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  -- The API key; null if the operator did it.
  key_id uuid,
  reason text not null,
  channel text not null,
  action text not null,
  urls integer not null,
  forced_at timestamptz not null,
  primary key (account_id, batch_id)
);
create index forced_batch_of_project on forced_batch (account_id, project_id, forced_at, batch_id);
