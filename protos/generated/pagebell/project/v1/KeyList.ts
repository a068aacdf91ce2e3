// Original file: protos/pagebell/project/v1/project.proto

import type { Key as _pagebell_project_v1_Key, Key__Output as _pagebell_project_v1_Key__Output } from '../../../pagebell/project/v1/Key.ts';

export interface KeyList {
  'keys'?: (_pagebell_project_v1_Key)[];
}

export interface KeyList__Output {
  'keys': (_pagebell_project_v1_Key__Output)[];
}
