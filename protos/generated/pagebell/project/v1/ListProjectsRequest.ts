// Original file: protos/pagebell/project/v1/project.proto


export interface ListProjectsRequest {
  'account_id'?: (string);
  'search'?: (string);
  'sort_by'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'page'?: (number);
  'cursor'?: (string);
  '_search'?: "search";
  '_page'?: "page";
  '_cursor'?: "cursor";
}

export interface ListProjectsRequest__Output {
  'account_id': (string);
  'search'?: (string);
  'sort_by': (string);
  'sort': (string);
  'per_page': (number);
  'page'?: (number);
  'cursor'?: (string);
}
