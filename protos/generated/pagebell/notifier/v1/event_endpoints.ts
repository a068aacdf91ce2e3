// Generated from protos/pagebell/notifier/v1/event_endpoints.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface ChangeEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'endpoint_id'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (ChosenEvents | null);
  'enabled'?: (boolean);
  '_name'?: "name";
  '_url'?: "url";
  '_enabled'?: "enabled";
}

export interface ChangeEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'endpoint_id': (string);
  'name'?: (string);
  'url'?: (string);
  'events': (ChosenEvents__Output | null);
  'enabled'?: (boolean);
}

export interface ChosenEvents {
  'types'?: (string)[];
}

export interface ChosenEvents__Output {
  'types': (string)[];
}

export interface CreateEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'idempotency'?: (Idempotency | null);
  'receiver'?: (Receiver | null);
  '_name'?: "name";
}

export interface CreateEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'name'?: (string);
  'url': (string);
  'events': (string)[];
  'idempotency': (Idempotency__Output | null);
  'receiver': (Receiver__Output | null);
}

export interface DeletedEndpoint {
  'id'?: (string);
}

export interface DeletedEndpoint__Output {
  'id': (string);
}

export interface EndpointId {
  'account_id'?: (string);
  'project_id'?: (string);
  'endpoint_id'?: (string);
}

export interface EndpointId__Output {
  'account_id': (string);
  'project_id': (string);
  'endpoint_id': (string);
}

export interface EndpointList {
  'endpoints'?: (EventEndpoint)[];
  'limit'?: (number);
}

export interface EndpointList__Output {
  'endpoints': (EventEndpoint__Output)[];
  'limit': (number);
}

export interface EndpointPlace {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface EndpointPlace__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface EventAttempt {
  'at'?: (string);
  'took_ms'?: (number);
  'status'?: (number);
  'reason'?: (string);
  'answer'?: (string);
  '_status'?: "status";
  '_reason'?: "reason";
}

export interface EventAttempt__Output {
  'at': (string);
  'took_ms': (number);
  'status'?: (number);
  'reason'?: (string);
  'answer': (string);
}

export interface EventEndpoint {
  'id'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'enabled'?: (boolean);
  'last_four'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'failing_since'?: (string);
  'disabled_reason'?: (string);
  'disabled_at'?: (string);
  'note'?: (string);
  'previous_last_four'?: (string);
  'previous_until'?: (string);
  'name'?: (string);
  'all_events'?: (boolean);
  'format'?: (string);
  '_failing_since'?: "failing_since";
  '_disabled_reason'?: "disabled_reason";
  '_disabled_at'?: "disabled_at";
  '_note'?: "note";
  '_previous_last_four'?: "previous_last_four";
  '_previous_until'?: "previous_until";
}

export interface EventEndpoint__Output {
  'id': (string);
  'url': (string);
  'events': (string)[];
  'enabled': (boolean);
  'last_four': (string);
  'created_at': (string);
  'updated_at': (string);
  'failing_since'?: (string);
  'disabled_reason'?: (string);
  'disabled_at'?: (string);
  'note'?: (string);
  'previous_last_four'?: (string);
  'previous_until'?: (string);
  'name': (string);
  'all_events': (boolean);
  'format': (string);
}

export interface EventEndpointsDefinition extends grpc.ServiceDefinition {
  DeleteEndpoint: MethodDefinition<EndpointPlace, DeletedEndpoint, EndpointPlace__Output, DeletedEndpoint__Output>
  GetEndpoint: MethodDefinition<EndpointPlace, EventEndpoint, EndpointPlace__Output, EventEndpoint__Output>
  ListEvents: MethodDefinition<ListEventsRequest, EventList, ListEventsRequest__Output, EventList__Output>
  PutEndpoint: MethodDefinition<PutEndpointRequest, SavedEndpoint, PutEndpointRequest__Output, SavedEndpoint__Output>
  ReencryptSecrets: MethodDefinition<ReencryptSecretsRequest, ReencryptedSecrets, ReencryptSecretsRequest__Output, ReencryptedSecrets__Output>
  RotateSecret: MethodDefinition<RotateSecretRequest, SavedEndpoint, RotateSecretRequest__Output, SavedEndpoint__Output>
  SendTest: MethodDefinition<SendTestRequest, OutboundEvent, SendTestRequest__Output, OutboundEvent__Output>
  SetEndpointEnabled: MethodDefinition<SetEndpointEnabledRequest, EventEndpoint, SetEndpointEnabledRequest__Output, EventEndpoint__Output>
}

export interface EventList {
  'events'?: (OutboundEvent)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface EventList__Output {
  'events': (OutboundEvent__Output)[];
  'next_cursor'?: (string);
}

export interface Idempotency {
  'key'?: (string);
  'request_sha256'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'request_sha256': (Buffer);
}

export interface ListEndpointEventsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'endpoint_id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_type'?: "type";
  '_status'?: "status";
  '_cursor'?: "cursor";
}

export interface ListEndpointEventsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'endpoint_id': (string);
  'type'?: (string);
  'status'?: (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface ListEventsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_type'?: "type";
  '_status'?: "status";
  '_cursor'?: "cursor";
}

export interface ListEventsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'type'?: (string);
  'status'?: (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface OutboundEvent {
  'id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'created_at'?: (string);
  'next_at'?: (string);
  'body'?: (string);
  'attempts'?: (EventAttempt)[];
  '_next_at'?: "next_at";
}

export interface OutboundEvent__Output {
  'id': (string);
  'type': (string);
  'status': (string);
  'created_at': (string);
  'next_at'?: (string);
  'body': (string);
  'attempts': (EventAttempt__Output)[];
}

export interface ProjectEndpointsDefinition extends grpc.ServiceDefinition {
  ChangeEndpoint: MethodDefinition<ChangeEndpointRequest, EventEndpoint, ChangeEndpointRequest__Output, EventEndpoint__Output>
  CreateEndpoint: MethodDefinition<CreateEndpointRequest, SavedEndpoint, CreateEndpointRequest__Output, SavedEndpoint__Output>
  DeleteEndpoint: MethodDefinition<EndpointId, DeletedEndpoint, EndpointId__Output, DeletedEndpoint__Output>
  GetEndpoint: MethodDefinition<EndpointId, EventEndpoint, EndpointId__Output, EventEndpoint__Output>
  ListEndpoints: MethodDefinition<EndpointPlace, EndpointList, EndpointPlace__Output, EndpointList__Output>
  ListEvents: MethodDefinition<ListEndpointEventsRequest, EventList, ListEndpointEventsRequest__Output, EventList__Output>
  RotateSecret: MethodDefinition<RotateEndpointRequest, SavedEndpoint, RotateEndpointRequest__Output, SavedEndpoint__Output>
  SendTest: MethodDefinition<TestEndpointRequest, OutboundEvent, TestEndpointRequest__Output, OutboundEvent__Output>
}

export interface PutEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'events'?: (string)[];
}

export interface PutEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
  'events': (string)[];
}

export interface Receiver {
  'format'?: (string);
  'url'?: (string);
}

export interface Receiver__Output {
  'format': (string);
  'url': (string);
}

export interface ReencryptSecretsRequest {
}

export interface ReencryptSecretsRequest__Output {
}

export interface ReencryptedSecrets {
  'count'?: (number);
}

export interface ReencryptedSecrets__Output {
  'count': (number);
}

export interface RotateEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'endpoint_id'?: (string);
  'grace_seconds'?: (number);
  'idempotency'?: (Idempotency | null);
}

export interface RotateEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'endpoint_id': (string);
  'grace_seconds': (number);
  'idempotency': (Idempotency__Output | null);
}

export interface RotateSecretRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'grace_seconds'?: (number);
  'idempotency'?: (Idempotency | null);
}

export interface RotateSecretRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'grace_seconds': (number);
  'idempotency': (Idempotency__Output | null);
}

export interface SavedEndpoint {
  'endpoint'?: (EventEndpoint | null);
  'secret'?: (string);
}

export interface SavedEndpoint__Output {
  'endpoint': (EventEndpoint__Output | null);
  'secret': (string);
}

export interface SendTestRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'idempotency_key'?: (string);
  '_idempotency_key'?: "idempotency_key";
}

export interface SendTestRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'idempotency_key'?: (string);
}

export interface SetEndpointEnabledRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'enabled'?: (boolean);
}

export interface SetEndpointEnabledRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'enabled': (boolean);
}

export interface TestEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'endpoint_id'?: (string);
  'idempotency_key'?: (string);
  '_idempotency_key'?: "idempotency_key";
}

export interface TestEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'endpoint_id': (string);
  'idempotency_key'?: (string);
}
