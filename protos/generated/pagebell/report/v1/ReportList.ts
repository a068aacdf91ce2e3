// Original file: protos/pagebell/report/v1/report.proto

import type { Report as _pagebell_report_v1_Report, Report__Output as _pagebell_report_v1_Report__Output } from '../../../pagebell/report/v1/Report.ts';

export interface ReportList {
  'reports'?: (_pagebell_report_v1_Report)[];
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ReportList__Output {
  'reports': (_pagebell_report_v1_Report__Output)[];
  'total': (number);
  'total_is_capped': (boolean);
  'next_cursor'?: (string);
}
