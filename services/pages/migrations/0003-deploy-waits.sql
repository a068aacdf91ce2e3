-- Batches whose pages are checked once a page of their project has a text, such as the commit of a deploy (ADR 76).
create table deploy_wait (
  account_id uuid not null,
  batch_id uuid not null,
  project_id uuid not null,
  url text collate "C" not null,
  contains text not null,
  -- What becomes of the URLs if the text never comes.
  over text collate "C" not null check (over in ('send', 'drop')),
  ends_at timestamptz not null,
  -- The next request.
  due_at timestamptz not null,
  -- Null while it waits. Kept for a while: a later message of the batch needs it.
  ended_as text collate "C" check (ended_as in ('seen', 'over')),
  ended_at timestamptz,
  primary key (account_id, batch_id)
);
create index deploy_wait_due_at on deploy_wait (due_at) where ended_as is null;
create index deploy_wait_ended_at on deploy_wait (ended_at) where ended_as is not null;
create index deploy_wait_of_project on deploy_wait (account_id, project_id);
