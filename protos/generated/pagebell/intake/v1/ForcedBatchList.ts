// Original file: protos/pagebell/intake/v1/forced_batches.proto

import type { ForcedBatch as _pagebell_intake_v1_ForcedBatch, ForcedBatch__Output as _pagebell_intake_v1_ForcedBatch__Output } from '../../../pagebell/intake/v1/ForcedBatch.ts';

export interface ForcedBatchList {
  'batches'?: (_pagebell_intake_v1_ForcedBatch)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ForcedBatchList__Output {
  'batches': (_pagebell_intake_v1_ForcedBatch__Output)[];
  'next_cursor'?: (string);
}
