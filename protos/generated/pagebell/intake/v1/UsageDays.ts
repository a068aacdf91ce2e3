// Original file: protos/pagebell/intake/v1/usage_days.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListUsageDaysRequest as _pagebell_intake_v1_ListUsageDaysRequest, ListUsageDaysRequest__Output as _pagebell_intake_v1_ListUsageDaysRequest__Output } from '../../../pagebell/intake/v1/ListUsageDaysRequest.ts';
import type { UsageDayList as _pagebell_intake_v1_UsageDayList, UsageDayList__Output as _pagebell_intake_v1_UsageDayList__Output } from '../../../pagebell/intake/v1/UsageDayList.ts';

export interface UsageDaysClient extends grpc.Client {
  ListUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  ListUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  ListUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  ListUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  listUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  listUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  listUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  listUsageDays(argument: _pagebell_intake_v1_ListUsageDaysRequest, callback: grpc.requestCallback<_pagebell_intake_v1_UsageDayList__Output>): grpc.ClientUnaryCall;
  
}

export interface UsageDaysHandlers extends grpc.UntypedServiceImplementation {
  ListUsageDays: grpc.handleUnaryCall<_pagebell_intake_v1_ListUsageDaysRequest__Output, _pagebell_intake_v1_UsageDayList>;
  
}

export interface UsageDaysDefinition extends grpc.ServiceDefinition {
  ListUsageDays: MethodDefinition<_pagebell_intake_v1_ListUsageDaysRequest, _pagebell_intake_v1_UsageDayList, _pagebell_intake_v1_ListUsageDaysRequest__Output, _pagebell_intake_v1_UsageDayList__Output>
}
