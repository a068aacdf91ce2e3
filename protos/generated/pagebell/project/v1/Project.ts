// Original file: protos/pagebell/project/v1/project.proto


export interface Project {
  'project_id'?: (string);
  'project'?: (string);
  'created_at'?: (string);
  'indexnow_key'?: (string);
}

export interface Project__Output {
  'project_id': (string);
  'project': (string);
  'created_at': (string);
  'indexnow_key': (string);
}
