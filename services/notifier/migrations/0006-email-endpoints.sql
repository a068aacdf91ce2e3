-- safe beside the version before: it takes the address of an endpoint with e-mail for a URL that it may not request, so that its
-- attempt fails and a copy of this version makes the next one. The constraint that goes is replaced by a wider one.
alter table event_endpoints
  -- When the recipient confirmed the address; null for every other format.
  add column confirmed_at timestamptz,
  -- Of the confirmation that is awaited, and until when its link works.
  add column confirm_mark text,
  add column confirm_until timestamptz,
  -- Mails are sent beside requests, so that a slow mail server delays none of these.
  add column transport text collate "C" not null generated always as (case when format = 'email' then 'email' else 'http' end) stored;

alter table event_endpoints drop constraint event_endpoints_disabled_reason_check;
alter table event_endpoints add constraint event_endpoints_disabled_reason_check
  check (disabled_reason in ('owner', 'failing', 'gone', 'unconfirmed', 'unsubscribed'));

create index event_endpoints_ready_by_transport on event_endpoints (transport, account_id, (greatest(due_at, free_at)))
  where due_at is not null;
-- By the link of a mail.
create index event_endpoints_by_email on event_endpoints (id) where format = 'email';

-- The requests for a confirmation of the last days, so that nobody can have mails sent to strangers.
create table email_confirmations (
  account_id uuid not null,
  id uuid not null,
  -- SHA-256 of the mailbox.
  address_hash bytea not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id)
);

create index email_confirmations_of_account on email_confirmations (account_id, asked_at);
create index email_confirmations_to_address on email_confirmations (address_hash, asked_at);

-- Recipients who have unsubscribed from the mails of an account.
create table refused_emails (
  account_id uuid not null,
  address_hash bytea not null,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (account_id, address_hash)
);
