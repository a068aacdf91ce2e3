// Original file: protos/pagebell/project/v1/project.proto

import type { Project as _pagebell_project_v1_Project, Project__Output as _pagebell_project_v1_Project__Output } from '../../../pagebell/project/v1/Project.ts';

export interface ProjectList {
  'projects'?: (_pagebell_project_v1_Project)[];
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ProjectList__Output {
  'projects': (_pagebell_project_v1_Project__Output)[];
  'total': (number);
  'total_is_capped': (boolean);
  'next_cursor'?: (string);
}
