-- The limits that each plan had when its accounts were last told, so that a change of plans.ts is noticed.
create table announced_plan (
  plan text primary key,
  limits jsonb not null
);

create index account_plan on account (plan);
