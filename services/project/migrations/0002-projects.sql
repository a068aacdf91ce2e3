create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- A row is deleted with its project: message project.deleted, written in the same transaction, is what remains of it.
-- Milliseconds are what a cursor carries; a finer created_at would make it skip rows.
create table project (
  account_id uuid not null references account,
  project_id uuid not null,
  name text collate "C" not null,
  indexnow_key text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, project_id)
);

create unique index project_name on project (account_id, name);
create index project_created_at on project (account_id, created_at, project_id);
create index project_search on project using gin (account_id, name gin_trgm_ops);

-- Keys of subdomains: the project's own stands in its row.
create table indexnow_subdomain_key (
  account_id uuid not null,
  project_id uuid not null,
  host text collate "C" not null,
  indexnow_key text not null,
  primary key (account_id, project_id, host),
  foreign key (account_id, project_id) references project on delete cascade
);
