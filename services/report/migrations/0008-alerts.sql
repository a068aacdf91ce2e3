-- The alert rules of a project (ADR 92).
create table alert_settings (
  account_id uuid not null,
  project_id uuid not null,
  project text collate "C" not null,
  created_at timestamptz not null,
  rules jsonb not null,
  -- Of the daily digest, HH:MM. Without a zone, that of the project's schedule, else UTC.
  at_time text not null,
  zone text,
  next_digest_at timestamptz not null,
  -- The date of the last digest in its zone.
  last_digest_on text,
  primary key (account_id, project_id)
);
create index alert_digest_due on alert_settings (next_digest_at);

-- Runs that have ended and were not judged by the rules so far: the newest of a report, or of the site.
create table alert_due (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  -- Null for the site reports of the project.
  report_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id, id)
);
create index alert_due_oldest on alert_due (created_at);

-- What a rule has found, from the run that confirms it until a digest has listed its end.
create table alert (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  -- Of the rule: check_fails:indexable.
  rule text not null,
  -- What the rule has found it of: site, or the id of a report.
  subject text not null,
  -- The check; empty for rules without one.
  check_id text not null,
  opened_at timestamptz not null,
  -- {when, title, detail, …} as it is sent; and what a later run is compared with.
  facts jsonb not null,
  sent_at timestamptz,
  resolved_at timestamptz,
  primary key (account_id, project_id, id),
  unique (account_id, project_id, rule, subject, check_id)
);
