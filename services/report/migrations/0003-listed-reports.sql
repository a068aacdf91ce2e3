-- Whether search engines may list the public page of the report. Only its owner's choice makes it so.
alter table report add listed boolean not null default false;
