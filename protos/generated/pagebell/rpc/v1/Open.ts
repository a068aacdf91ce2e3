// Original file: protos/pagebell/rpc/v1/carriage.proto


export interface Open {
  'id'?: (number);
  'method'?: (string);
  'request'?: (Buffer | Uint8Array | string);
  'deadline_ms'?: (number);
  'traceparent'?: (string);
  '_traceparent'?: "traceparent";
}

export interface Open__Output {
  'id': (number);
  'method': (string);
  'request': (Buffer);
  'deadline_ms': (number);
  'traceparent'?: (string);
}
