-- safe beside the version before: it writes neither column, and their defaults satisfy the check.
-- Who may see a site report: 0 public, 1 private (its owner only), 2 behind a password.
alter table site_report
  add privacy smallint not null default 1 check (privacy in (0, 1, 2)),
  add password_hash text,
  -- Whether search engines may list its public page.
  add listed boolean not null default false,
  add constraint site_report_password check ((privacy = 2) = (password_hash is not null));

-- The public page is opened by id, without an account. By hash, as that of reports.
create index site_report_of_id on site_report using hash (id);
