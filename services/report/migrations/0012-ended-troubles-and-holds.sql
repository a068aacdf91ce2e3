-- The watch that an alert of watch_trouble is about (ADR 97). Null for all others, and for those of the version before, which
-- end without a word a week after their digest.
alter table alert add column watch text collate "C";
update alert set watch = substring(facts ->> 'title' from '^The watch (\S+) has a problem$')
where rule = 'watch_trouble';

-- When the trouble of a watch ended last: the message of what began before may come later.
create table watch_recovery (
  account_id uuid not null,
  project_id uuid not null,
  watch text collate "C" not null,
  at timestamptz not null,
  primary key (account_id, project_id, watch)
);

-- The newest count of what a project has on hold, if a rule is about it: the next one confirms it.
create table held_count (
  account_id uuid not null,
  project_id uuid not null,
  deliveries integer not null,
  counted_at timestamptz not null,
  primary key (account_id, project_id)
);
