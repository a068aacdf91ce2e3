-- Whether the pages of a project are checked before they are announced (ADR 70). The version orders the messages that say so.
alter table project add column preflight boolean not null default false;
alter table project add column preflight_version bigint not null default 1;
