-- What warns or fails on a page and does not count, because the project ignores it: {"<check id>": {severity}}.
alter table site_page add ignored jsonb not null default '{}';
