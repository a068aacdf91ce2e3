-- What the project service told last of a project's channels. No row: indexnow alone, as every project begins.
create table project_channels (
  account_id uuid not null,
  project_id uuid not null,
  ready text[] not null,
  chosen text[] not null,
  version bigint not null,
  primary key (account_id, project_id)
);
