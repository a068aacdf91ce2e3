// Original file: protos/pagebell/rpc/v1/carriage.proto

import type { Result as _pagebell_rpc_v1_Result, Result__Output as _pagebell_rpc_v1_Result__Output } from '../../../pagebell/rpc/v1/Result.ts';

export interface ToCaller {
  'results'?: (_pagebell_rpc_v1_Result)[];
  'leaving'?: (boolean);
}

export interface ToCaller__Output {
  'results': (_pagebell_rpc_v1_Result__Output)[];
  'leaving': (boolean);
}
