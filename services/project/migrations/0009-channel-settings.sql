-- sealed: the settings as JSON, under one of the keys of SETTINGS_KEY, whose id stands in front.
create table channel_settings (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  sealed text not null,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, project_id, channel),
  foreign key (account_id, project_id) references project on delete cascade
);

-- By which channels those URLs go that come without one; and a number that rises with every change of a project's channels.
alter table project add column channels text[] not null default '{indexnow}';
alter table project add column channels_version bigint not null default 0;
