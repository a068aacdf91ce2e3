// Original file: protos/pagebell/project/v1/project.proto

import type { Idempotency as _pagebell_project_v1_Idempotency, Idempotency__Output as _pagebell_project_v1_Idempotency__Output } from '../../../pagebell/project/v1/Idempotency.ts';

export interface CreateProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
  'idempotency'?: (_pagebell_project_v1_Idempotency | null);
}

export interface CreateProjectRequest__Output {
  'account_id': (string);
  'project': (string);
  'idempotency': (_pagebell_project_v1_Idempotency__Output | null);
}
