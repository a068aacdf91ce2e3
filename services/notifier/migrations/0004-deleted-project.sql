-- Tombstones: a late urls.submitted of a deleted project finds its own here.
create table deleted_project (
  account_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, project_id)
);
