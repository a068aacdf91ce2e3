-- safe beside the version before: the look-up of a public report by its id takes the new index.
-- By hash, which has no order: by an ordered index of all accounts, the list of a small account beside a large one read the
-- reports of the large one, newest first, until it had a page.
create index report_of_id on report using hash (id);
drop index report_by_id;
