-- When the site or pages of a project are rated again (ADR 91).
create table schedule (
  account_id uuid not null,
  project_id uuid not null,
  project text collate "C" not null,
  created_at timestamptz not null,
  what text not null check (what in ('site', 'pages')),
  every text not null check (every in ('day', 'week', 'month')),
  at_time text not null,
  zone text not null,
  -- Of a week 1 (Monday) to 7, of a month 1 to 31.
  on_day smallint check (on_day between 1 and 31),

  -- Of a site.
  url text collate "C" check (octet_length(url) <= 2048),
  starts text[],
  max_pages integer,
  include text[],
  exclude text[],
  -- Whether the site served the key file of the project when the schedule was set.
  is_owner boolean not null default false,
  -- Normalised addresses.
  pages text[] not null,

  -- The planned time, and the moment from which it is carried out: a little later, so that not all begin at once.
  next_at timestamptz not null,
  due_at timestamptz not null,

  last_at timestamptz,
  last_outcome text check (last_outcome in ('started', 'partly_started', 'refused')),
  last_code text,
  last_message text,
  last_site_report uuid,
  last_reports uuid[],
  last_refused integer,

  primary key (account_id, project_id),
  check ((every = 'day') = (on_day is null)),
  check ((what = 'site') = (url is not null)),
  check ((last_at is null) = (last_outcome is null))
);
create index schedule_due on schedule (due_at);
