-- Tombstones. A report that is being created while its project is deleted finds one, or is found by the deletion: both
-- take an advisory lock on the project first.
create table deleted_project (
  account_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, project_id)
);
