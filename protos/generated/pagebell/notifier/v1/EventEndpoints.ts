// Original file: protos/pagebell/notifier/v1/event_endpoints.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeletedEndpoint as _pagebell_notifier_v1_DeletedEndpoint, DeletedEndpoint__Output as _pagebell_notifier_v1_DeletedEndpoint__Output } from '../../../pagebell/notifier/v1/DeletedEndpoint.ts';
import type { EndpointPlace as _pagebell_notifier_v1_EndpointPlace, EndpointPlace__Output as _pagebell_notifier_v1_EndpointPlace__Output } from '../../../pagebell/notifier/v1/EndpointPlace.ts';
import type { EventEndpoint as _pagebell_notifier_v1_EventEndpoint, EventEndpoint__Output as _pagebell_notifier_v1_EventEndpoint__Output } from '../../../pagebell/notifier/v1/EventEndpoint.ts';
import type { EventList as _pagebell_notifier_v1_EventList, EventList__Output as _pagebell_notifier_v1_EventList__Output } from '../../../pagebell/notifier/v1/EventList.ts';
import type { ListEventsRequest as _pagebell_notifier_v1_ListEventsRequest, ListEventsRequest__Output as _pagebell_notifier_v1_ListEventsRequest__Output } from '../../../pagebell/notifier/v1/ListEventsRequest.ts';
import type { OutboundEvent as _pagebell_notifier_v1_OutboundEvent, OutboundEvent__Output as _pagebell_notifier_v1_OutboundEvent__Output } from '../../../pagebell/notifier/v1/OutboundEvent.ts';
import type { PutEndpointRequest as _pagebell_notifier_v1_PutEndpointRequest, PutEndpointRequest__Output as _pagebell_notifier_v1_PutEndpointRequest__Output } from '../../../pagebell/notifier/v1/PutEndpointRequest.ts';
import type { ReencryptSecretsRequest as _pagebell_notifier_v1_ReencryptSecretsRequest, ReencryptSecretsRequest__Output as _pagebell_notifier_v1_ReencryptSecretsRequest__Output } from '../../../pagebell/notifier/v1/ReencryptSecretsRequest.ts';
import type { ReencryptedSecrets as _pagebell_notifier_v1_ReencryptedSecrets, ReencryptedSecrets__Output as _pagebell_notifier_v1_ReencryptedSecrets__Output } from '../../../pagebell/notifier/v1/ReencryptedSecrets.ts';
import type { RotateSecretRequest as _pagebell_notifier_v1_RotateSecretRequest, RotateSecretRequest__Output as _pagebell_notifier_v1_RotateSecretRequest__Output } from '../../../pagebell/notifier/v1/RotateSecretRequest.ts';
import type { SavedEndpoint as _pagebell_notifier_v1_SavedEndpoint, SavedEndpoint__Output as _pagebell_notifier_v1_SavedEndpoint__Output } from '../../../pagebell/notifier/v1/SavedEndpoint.ts';
import type { SendTestRequest as _pagebell_notifier_v1_SendTestRequest, SendTestRequest__Output as _pagebell_notifier_v1_SendTestRequest__Output } from '../../../pagebell/notifier/v1/SendTestRequest.ts';
import type { SetEndpointEnabledRequest as _pagebell_notifier_v1_SetEndpointEnabledRequest, SetEndpointEnabledRequest__Output as _pagebell_notifier_v1_SetEndpointEnabledRequest__Output } from '../../../pagebell/notifier/v1/SetEndpointEnabledRequest.ts';

export interface EventEndpointsClient extends grpc.Client {
  DeleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, callback: grpc.requestCallback<_pagebell_notifier_v1_DeletedEndpoint__Output>): grpc.ClientUnaryCall;
  
  GetEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _pagebell_notifier_v1_EndpointPlace, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _pagebell_notifier_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pagebell_notifier_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pagebell_notifier_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pagebell_notifier_v1_ListEventsRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pagebell_notifier_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pagebell_notifier_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pagebell_notifier_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pagebell_notifier_v1_ListEventsRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EventList__Output>): grpc.ClientUnaryCall;
  
  PutEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  PutEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  PutEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  PutEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  putEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  putEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  putEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  putEndpoint(argument: _pagebell_notifier_v1_PutEndpointRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  
  ReencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _pagebell_notifier_v1_ReencryptSecretsRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_ReencryptedSecrets__Output>): grpc.ClientUnaryCall;
  
  RotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _pagebell_notifier_v1_RotateSecretRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_SavedEndpoint__Output>): grpc.ClientUnaryCall;
  
  SendTest(argument: _pagebell_notifier_v1_SendTestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  SendTest(argument: _pagebell_notifier_v1_SendTestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  SendTest(argument: _pagebell_notifier_v1_SendTestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  SendTest(argument: _pagebell_notifier_v1_SendTestRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  sendTest(argument: _pagebell_notifier_v1_SendTestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  sendTest(argument: _pagebell_notifier_v1_SendTestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  sendTest(argument: _pagebell_notifier_v1_SendTestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  sendTest(argument: _pagebell_notifier_v1_SendTestRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_OutboundEvent__Output>): grpc.ClientUnaryCall;
  
  SetEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  SetEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  SetEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  SetEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  setEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  setEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  setEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  setEndpointEnabled(argument: _pagebell_notifier_v1_SetEndpointEnabledRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EventEndpoint__Output>): grpc.ClientUnaryCall;
  
}

export interface EventEndpointsHandlers extends grpc.UntypedServiceImplementation {
  DeleteEndpoint: grpc.handleUnaryCall<_pagebell_notifier_v1_EndpointPlace__Output, _pagebell_notifier_v1_DeletedEndpoint>;
  
  GetEndpoint: grpc.handleUnaryCall<_pagebell_notifier_v1_EndpointPlace__Output, _pagebell_notifier_v1_EventEndpoint>;
  
  ListEvents: grpc.handleUnaryCall<_pagebell_notifier_v1_ListEventsRequest__Output, _pagebell_notifier_v1_EventList>;
  
  PutEndpoint: grpc.handleUnaryCall<_pagebell_notifier_v1_PutEndpointRequest__Output, _pagebell_notifier_v1_SavedEndpoint>;
  
  ReencryptSecrets: grpc.handleUnaryCall<_pagebell_notifier_v1_ReencryptSecretsRequest__Output, _pagebell_notifier_v1_ReencryptedSecrets>;
  
  RotateSecret: grpc.handleUnaryCall<_pagebell_notifier_v1_RotateSecretRequest__Output, _pagebell_notifier_v1_SavedEndpoint>;
  
  SendTest: grpc.handleUnaryCall<_pagebell_notifier_v1_SendTestRequest__Output, _pagebell_notifier_v1_OutboundEvent>;
  
  SetEndpointEnabled: grpc.handleUnaryCall<_pagebell_notifier_v1_SetEndpointEnabledRequest__Output, _pagebell_notifier_v1_EventEndpoint>;
  
}

export interface EventEndpointsDefinition extends grpc.ServiceDefinition {
  DeleteEndpoint: MethodDefinition<_pagebell_notifier_v1_EndpointPlace, _pagebell_notifier_v1_DeletedEndpoint, _pagebell_notifier_v1_EndpointPlace__Output, _pagebell_notifier_v1_DeletedEndpoint__Output>
  GetEndpoint: MethodDefinition<_pagebell_notifier_v1_EndpointPlace, _pagebell_notifier_v1_EventEndpoint, _pagebell_notifier_v1_EndpointPlace__Output, _pagebell_notifier_v1_EventEndpoint__Output>
  ListEvents: MethodDefinition<_pagebell_notifier_v1_ListEventsRequest, _pagebell_notifier_v1_EventList, _pagebell_notifier_v1_ListEventsRequest__Output, _pagebell_notifier_v1_EventList__Output>
  PutEndpoint: MethodDefinition<_pagebell_notifier_v1_PutEndpointRequest, _pagebell_notifier_v1_SavedEndpoint, _pagebell_notifier_v1_PutEndpointRequest__Output, _pagebell_notifier_v1_SavedEndpoint__Output>
  ReencryptSecrets: MethodDefinition<_pagebell_notifier_v1_ReencryptSecretsRequest, _pagebell_notifier_v1_ReencryptedSecrets, _pagebell_notifier_v1_ReencryptSecretsRequest__Output, _pagebell_notifier_v1_ReencryptedSecrets__Output>
  RotateSecret: MethodDefinition<_pagebell_notifier_v1_RotateSecretRequest, _pagebell_notifier_v1_SavedEndpoint, _pagebell_notifier_v1_RotateSecretRequest__Output, _pagebell_notifier_v1_SavedEndpoint__Output>
  SendTest: MethodDefinition<_pagebell_notifier_v1_SendTestRequest, _pagebell_notifier_v1_OutboundEvent, _pagebell_notifier_v1_SendTestRequest__Output, _pagebell_notifier_v1_OutboundEvent__Output>
  SetEndpointEnabled: MethodDefinition<_pagebell_notifier_v1_SetEndpointEnabledRequest, _pagebell_notifier_v1_EventEndpoint, _pagebell_notifier_v1_SetEndpointEnabledRequest__Output, _pagebell_notifier_v1_EventEndpoint__Output>
}
