-- To see whether a page is being checked; it serves what page_check_of_project did.
create index page_check_of_page on page_check (account_id, project_id, url_hash);
drop index page_check_of_project;

-- Pages that checks have led to within a day (ADR 77). They lead no further, so that a site whose redirects never end costs one
-- URL more for each that is submitted.
create table found_page (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  found_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id, url_hash)
);
create index found_page_found_at on found_page using brin (found_at) with (autosummarize = on);
