// Original file: protos/pagebell/report/v1/public_reports.proto

import type { Report as _pagebell_report_v1_Report, Report__Output as _pagebell_report_v1_Report__Output } from '../../../pagebell/report/v1/Report.ts';

export interface UnlockedReport {
  'report'?: (_pagebell_report_v1_Report | null);
  'unlock'?: (Buffer | Uint8Array | string);
}

export interface UnlockedReport__Output {
  'report': (_pagebell_report_v1_Report__Output | null);
  'unlock': (Buffer);
}
