// Original file: protos/pagebell/report/v1/report.proto

import type { Run as _pagebell_report_v1_Run, Run__Output as _pagebell_report_v1_Run__Output } from '../../../pagebell/report/v1/Run.ts';

export interface RunList {
  'runs'?: (_pagebell_report_v1_Run)[];
}

export interface RunList__Output {
  'runs': (_pagebell_report_v1_Run__Output)[];
}
