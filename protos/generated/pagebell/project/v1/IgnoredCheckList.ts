// Original file: protos/pagebell/project/v1/ignored_checks.proto

import type { IgnoredCheck as _pagebell_project_v1_IgnoredCheck, IgnoredCheck__Output as _pagebell_project_v1_IgnoredCheck__Output } from '../../../pagebell/project/v1/IgnoredCheck.ts';

export interface IgnoredCheckList {
  'ignored_checks'?: (_pagebell_project_v1_IgnoredCheck)[];
}

export interface IgnoredCheckList__Output {
  'ignored_checks': (_pagebell_project_v1_IgnoredCheck__Output)[];
}
