// Original file: protos/pagebell/project/v1/project.proto

import type { Account as _pagebell_project_v1_Account, Account__Output as _pagebell_project_v1_Account__Output } from '../../../pagebell/project/v1/Account.ts';

export interface DeletedAccount {
  'account'?: (_pagebell_project_v1_Account | null);
  'projects'?: (number);
}

export interface DeletedAccount__Output {
  'account': (_pagebell_project_v1_Account__Output | null);
  'projects': (number);
}
