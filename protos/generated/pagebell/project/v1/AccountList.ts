// Original file: protos/pagebell/project/v1/project.proto

import type { Account as _pagebell_project_v1_Account, Account__Output as _pagebell_project_v1_Account__Output } from '../../../pagebell/project/v1/Account.ts';

export interface AccountList {
  'accounts'?: (_pagebell_project_v1_Account)[];
  'next_after'?: (string);
  '_next_after'?: "next_after";
}

export interface AccountList__Output {
  'accounts': (_pagebell_project_v1_Account__Output)[];
  'next_after'?: (string);
}
