// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface KeyFile {
  'host'?: (string);
  'checked_at'?: (string);
  'problem'?: (string);
  '_checked_at'?: "checked_at";
  '_problem'?: "problem";
}

export interface KeyFile__Output {
  'host': (string);
  'checked_at'?: (string);
  'problem'?: (string);
}
