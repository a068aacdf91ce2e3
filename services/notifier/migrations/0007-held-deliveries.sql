-- Deliveries that are on hold until somebody acts, by project (ADR 97).
create index deliveries_on_hold on deliveries (account_id, project_id) where status = 'held' and next_at is null;

-- Projects that have any, and when they are counted next.
create table held_projects (
  account_id uuid not null,
  project_id uuid not null,
  next_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id)
);
create index held_projects_due on held_projects (next_at);
