// Original file: protos/pagebell/rpc/v1/carriage.proto


export interface Result {
  'id'?: (number);
  'code'?: (number);
  'reply'?: (Buffer | Uint8Array | string);
  'details'?: (string);
  'fault'?: (Buffer | Uint8Array | string);
  '_reply'?: "reply";
  '_details'?: "details";
  '_fault'?: "fault";
}

export interface Result__Output {
  'id': (number);
  'code': (number);
  'reply'?: (Buffer);
  'details'?: (string);
  'fault'?: (Buffer);
}
