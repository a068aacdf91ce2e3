// Original file: protos/pagebell/rpc/v1/carriage.proto

import type { Open as _pagebell_rpc_v1_Open, Open__Output as _pagebell_rpc_v1_Open__Output } from '../../../pagebell/rpc/v1/Open.ts';

export interface ToServer {
  'opens'?: (_pagebell_rpc_v1_Open)[];
  'cancels'?: (number)[];
}

export interface ToServer__Output {
  'opens': (_pagebell_rpc_v1_Open__Output)[];
  'cancels': (number)[];
}
