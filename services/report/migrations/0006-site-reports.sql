-- Pages of a site report that the plan allows; null is unlimited.
alter table account_limits add site_pages bigint;

-- The rating of a site by a crawl (ADR 86). A crawl is taken by an analyzer, which has it as long as its attempt is the
-- newest and its heartbeat is not overdue.
create table site_report (
  account_id uuid not null,
  -- UUIDv7.
  id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  project_id uuid not null,
  project text collate "C" not null,
  url text collate "C" not null check (octet_length(url) <= 2048),
  -- Of the URL, without www.: one crawl of a host is in progress at a time, whatever its account.
  host text collate "C" not null,
  starts text[] not null,
  max_pages integer not null check (max_pages between 1 and 10000),
  include text[] not null,
  exclude text[] not null,

  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How often an analyzer has taken it; what an older attempt sends is ignored.
  attempt integer not null default 0,
  -- Attempts that fell silent.
  failures smallint not null default 0,
  started_at timestamptz,
  heartbeat_at timestamptz,
  ended_at timestamptz,
  requested integer not null default 0,
  failed integer not null default 0,
  waiting integer not null default 0,
  -- Bytes of its visits.
  visit_bytes bigint not null default 0,
  -- The UTC day whose analyses its max_pages were counted among.
  charged_on date not null,

  score smallint check (score between 0 and 100),
  result text check (result in ('bad', 'decent', 'good')),
  capped_by text,
  is_partial boolean not null default false,
  summary json,
  -- The done report before it, which the changes of its issues refer to.
  compared_with uuid,
  error_code text,
  error_message text,

  primary key (account_id, id),
  check ((status in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((status = 'failed') = (error_code is not null))
)
with (fillfactor = 70);

create unique index site_report_under_way on site_report (account_id, project_id) where status in ('queued', 'running');
create index site_report_of_project on site_report (account_id, project, id);
create index site_report_queued on site_report (id) where status = 'queued';
create index site_report_running on site_report (host, account_id, heartbeat_at) where status = 'running';

-- When an analyzer last took a crawl of the account: the order in which accounts are served.
create table site_turn (
  account_id uuid primary key,
  taken_at timestamptz not null
);

-- What the crawl of a report has visited, as the analyzer writes it, so that another attempt goes on from there. Deleted
-- when the report ends.
create table site_visit (
  account_id uuid not null,
  site_report_id uuid not null,
  number integer not null,
  body bytea not null,
  primary key (account_id, site_report_id, number),
  foreign key (account_id, site_report_id) references site_report (account_id, id) on delete cascade
);
-- The analyzer has compressed it.
alter table site_visit alter column body set storage external;

create table site_page (
  account_id uuid not null,
  site_report_id uuid not null,
  number integer not null,
  url text collate "C" not null,
  status smallint,
  failure text,
  redirects_to text,
  score smallint,
  inlinks integer not null,
  clicks integer,
  in_sitemap boolean not null,
  -- {"<check id>": {severity, causes?}}
  issues jsonb not null,
  primary key (account_id, site_report_id, number),
  foreign key (account_id, site_report_id) references site_report (account_id, id) on delete cascade
);

create table site_issue (
  account_id uuid not null,
  site_report_id uuid not null,
  -- Those that matter most first.
  number smallint not null,
  check_id text not null,
  kind text not null check (kind in ('site', 'page')),
  severity text not null check (severity in ('warn', 'fail')),
  title text not null,
  message text not null,
  fix text not null,
  category text not null,
  weight smallint not null,
  pages integer not null,
  groups json not null,
  groups_total integer not null,
  -- Pages against the report before; null without one.
  added integer,
  same integer,
  gone integer,
  not_requested integer,
  primary key (account_id, site_report_id, number),
  foreign key (account_id, site_report_id) references site_report (account_id, id) on delete cascade
);
