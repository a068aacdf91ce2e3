-- The public sitemap of a project's pages, under an address that cannot be guessed. No row: it is off.
create table lastmod_sitemap (
  account_id uuid not null,
  project_id uuid not null,
  -- 128 random bits of its address.
  token text collate "C" not null unique,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, project_id)
);
