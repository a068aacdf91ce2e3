// Original file: protos/pagebell/report/v1/report.proto


export interface ListReportsRequest {
  'account_id'?: (string);
  'search'?: (string);
  'project'?: (string);
  'result'?: (string);
  'sort_by'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'page'?: (number);
  'cursor'?: (string);
  '_search'?: "search";
  '_project'?: "project";
  '_result'?: "result";
  '_page'?: "page";
  '_cursor'?: "cursor";
}

export interface ListReportsRequest__Output {
  'account_id': (string);
  'search'?: (string);
  'project'?: (string);
  'result'?: (string);
  'sort_by': (string);
  'sort': (string);
  'per_page': (number);
  'page'?: (number);
  'cursor'?: (string);
}
