// Generated from protos/pagebell/pages/v1/subscriptions.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface DeliverRequest {
  'token'?: (string);
  'signature'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  '_signature'?: "signature";
}

export interface DeliverRequest__Output {
  'token': (string);
  'signature'?: (string);
  'body': (Buffer);
}

export interface DeliveredContent {
  'taken'?: (boolean);
}

export interface DeliveredContent__Output {
  'taken': (boolean);
}

export interface ReencryptSubscriptionsRequest {
}

export interface ReencryptSubscriptionsRequest__Output {
}

export interface ReencryptedSubscriptions {
  'count'?: (number);
}

export interface ReencryptedSubscriptions__Output {
  'count': (number);
}

export interface SubscriptionsDefinition extends grpc.ServiceDefinition {
  Deliver: MethodDefinition<DeliverRequest, DeliveredContent, DeliverRequest__Output, DeliveredContent__Output>
  ReencryptSubscriptions: MethodDefinition<ReencryptSubscriptionsRequest, ReencryptedSubscriptions, ReencryptSubscriptionsRequest__Output, ReencryptedSubscriptions__Output>
  VerifyIntent: MethodDefinition<VerifyIntentRequest, VerifiedIntent, VerifyIntentRequest__Output, VerifiedIntent__Output>
}

export interface VerifiedIntent {
}

export interface VerifiedIntent__Output {
}

export interface VerifyIntentRequest {
  'token'?: (string);
  'mode'?: (string);
  'topic'?: (string);
  'lease_seconds'?: (number | string | Long);
  '_lease_seconds'?: "lease_seconds";
}

export interface VerifyIntentRequest__Output {
  'token': (string);
  'mode': (string);
  'topic': (string);
  'lease_seconds'?: (number);
}
