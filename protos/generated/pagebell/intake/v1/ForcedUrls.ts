// Original file: protos/pagebell/intake/v1/forced_batches.proto

import type { ForcedUrl as _pagebell_intake_v1_ForcedUrl, ForcedUrl__Output as _pagebell_intake_v1_ForcedUrl__Output } from '../../../pagebell/intake/v1/ForcedUrl.ts';

export interface ForcedUrls {
  'batch_id'?: (string);
  'accepted'?: (number);
  'duplicates'?: (number);
  'rejected'?: (number);
  'results'?: (_pagebell_intake_v1_ForcedUrl)[];
}

export interface ForcedUrls__Output {
  'batch_id': (string);
  'accepted': (number);
  'duplicates': (number);
  'rejected': (number);
  'results': (_pagebell_intake_v1_ForcedUrl__Output)[];
}
