// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface Idempotency {
  'key'?: (string);
  'request_sha256'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'request_sha256': (Buffer);
}
