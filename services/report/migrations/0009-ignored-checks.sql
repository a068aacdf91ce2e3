-- What each project leaves out of its scores, as message checks.ignored told it last.
create table ignored_checks (
  account_id uuid not null,
  project_id uuid not null,
  version bigint not null,
  ignored jsonb not null,
  primary key (account_id, project_id)
);
