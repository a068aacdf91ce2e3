// Original file: protos/pagebell/report/v1/public_reports.proto


export interface GetPublicReportRequest {
  'id'?: (string);
  'unlock'?: (Buffer | Uint8Array | string);
  '_unlock'?: "unlock";
}

export interface GetPublicReportRequest__Output {
  'id': (string);
  'unlock'?: (Buffer);
}
