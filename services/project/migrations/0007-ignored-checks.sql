create table ignored_check (
  account_id uuid not null,
  project_id uuid not null,
  check_id text collate "C" not null,
  -- The one page it is ignored on; empty for every page of the project.
  url text collate "C" not null,
  reason text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, project_id, check_id, url),
  foreign key (account_id, project_id) references project on delete cascade
);

-- Rises with every change of what is ignored, so that of two messages the newer one is known.
alter table project add column ignored_version bigint not null default 0;
