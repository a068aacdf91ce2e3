// Original file: protos/pagebell/report/v1/report.proto

import type { Run as _pagebell_report_v1_Run, Run__Output as _pagebell_report_v1_Run__Output } from '../../../pagebell/report/v1/Run.ts';

export interface RunComparison {
  'run'?: (_pagebell_report_v1_Run | null);
  'with'?: (_pagebell_report_v1_Run | null);
  'checks_json'?: (Buffer | Uint8Array | string);
}

export interface RunComparison__Output {
  'run': (_pagebell_report_v1_Run__Output | null);
  'with': (_pagebell_report_v1_Run__Output | null);
  'checks_json': (Buffer);
}
