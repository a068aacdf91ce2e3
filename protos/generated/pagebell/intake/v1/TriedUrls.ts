// Original file: protos/pagebell/intake/v1/rehearsals.proto

import type { TriedUrl as _pagebell_intake_v1_TriedUrl, TriedUrl__Output as _pagebell_intake_v1_TriedUrl__Output } from '../../../pagebell/intake/v1/TriedUrl.ts';

export interface TriedUrls {
  'results'?: (_pagebell_intake_v1_TriedUrl)[];
}

export interface TriedUrls__Output {
  'results': (_pagebell_intake_v1_TriedUrl__Output)[];
}
