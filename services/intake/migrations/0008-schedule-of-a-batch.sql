-- When the pages of a batch with pre-flight may be checked (ADR 76); null for at once. It is the field of pages.submitted.
alter table batch add column schedule jsonb;
