-- json keeps the order in which results are written, jsonb does not: a reader gets them by category, weight and id.
alter table run
  alter column results type json using results::json,
  alter column categories type json using categories::json,
  -- The failed gate that capped the score.
  add column capped_by text,
  -- Where the redirects of the page led.
  add column final_url text,
  -- What a reader should know of the rating as a whole, such as a page that was read in part.
  add column notes text[];

update run set
  results = (
    select json_object_agg(id, result order by
      array_position(array['seo', 'performance', 'security', 'content'], result ->> 'category'),
      (result ->> 'weight')::numeric desc, id collate "C")
    from json_each(results) as found (id, result)
  )
where results is not null;
