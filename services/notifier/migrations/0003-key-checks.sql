-- One row for each host of a project whose deliveries are held until its key file is served.
create table key_checks (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  host text collate "C" not null,
  checks integer not null default 0,
  next_at timestamptz not null,
  primary key (account_id, project_id, channel, host)
);

create index key_checks_due on key_checks (next_at);
