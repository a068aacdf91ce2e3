// Original file: protos/pagebell/project/v1/project.proto


export interface IndexNowKey {
  'key'?: (string);
  'key_location'?: (string);
  '_key_location'?: "key_location";
}

export interface IndexNowKey__Output {
  'key': (string);
  'key_location'?: (string);
}
