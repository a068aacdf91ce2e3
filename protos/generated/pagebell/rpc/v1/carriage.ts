// Generated from protos/pagebell/rpc/v1/carriage.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface CarriageDefinition extends grpc.ServiceDefinition {
  Carry: MethodDefinition<ToServer, ToCaller, ToServer__Output, ToCaller__Output>
}

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

export interface ToCaller {
  'results'?: (Result)[];
  'leaving'?: (boolean);
}

export interface ToCaller__Output {
  'results': (Result__Output)[];
  'leaving': (boolean);
}

export interface ToServer {
  'opens'?: (Open)[];
  'cancels'?: (number)[];
}

export interface ToServer__Output {
  'opens': (Open__Output)[];
  'cancels': (number)[];
}
