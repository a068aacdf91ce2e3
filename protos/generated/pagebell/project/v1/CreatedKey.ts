// Original file: protos/pagebell/project/v1/project.proto

import type { Key as _pagebell_project_v1_Key, Key__Output as _pagebell_project_v1_Key__Output } from '../../../pagebell/project/v1/Key.ts';

export interface CreatedKey {
  'key'?: (_pagebell_project_v1_Key | null);
  'api_key'?: (string);
}

export interface CreatedKey__Output {
  'key': (_pagebell_project_v1_Key__Output | null);
  'api_key': (string);
}
