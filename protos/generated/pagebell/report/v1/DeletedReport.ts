// Original file: protos/pagebell/report/v1/report.proto


export interface DeletedReport {
  'id'?: (string);
}

export interface DeletedReport__Output {
  'id': (string);
}
