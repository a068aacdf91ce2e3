// Original file: protos/pagebell/notifier/v1/notifier.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Batch as _pagebell_notifier_v1_Batch, Batch__Output as _pagebell_notifier_v1_Batch__Output } from '../../../pagebell/notifier/v1/Batch.ts';
import type { CountRejectedRequest as _pagebell_notifier_v1_CountRejectedRequest, CountRejectedRequest__Output as _pagebell_notifier_v1_CountRejectedRequest__Output } from '../../../pagebell/notifier/v1/CountRejectedRequest.ts';
import type { DeliveryHistory as _pagebell_notifier_v1_DeliveryHistory, DeliveryHistory__Output as _pagebell_notifier_v1_DeliveryHistory__Output } from '../../../pagebell/notifier/v1/DeliveryHistory.ts';
import type { DeliveryList as _pagebell_notifier_v1_DeliveryList, DeliveryList__Output as _pagebell_notifier_v1_DeliveryList__Output } from '../../../pagebell/notifier/v1/DeliveryList.ts';
import type { GetBatchRequest as _pagebell_notifier_v1_GetBatchRequest, GetBatchRequest__Output as _pagebell_notifier_v1_GetBatchRequest__Output } from '../../../pagebell/notifier/v1/GetBatchRequest.ts';
import type { GetDeliveryRequest as _pagebell_notifier_v1_GetDeliveryRequest, GetDeliveryRequest__Output as _pagebell_notifier_v1_GetDeliveryRequest__Output } from '../../../pagebell/notifier/v1/GetDeliveryRequest.ts';
import type { ListDeliveriesRequest as _pagebell_notifier_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _pagebell_notifier_v1_ListDeliveriesRequest__Output } from '../../../pagebell/notifier/v1/ListDeliveriesRequest.ts';
import type { RejectedCount as _pagebell_notifier_v1_RejectedCount, RejectedCount__Output as _pagebell_notifier_v1_RejectedCount__Output } from '../../../pagebell/notifier/v1/RejectedCount.ts';
import type { RequeueDeliveriesRequest as _pagebell_notifier_v1_RequeueDeliveriesRequest, RequeueDeliveriesRequest__Output as _pagebell_notifier_v1_RequeueDeliveriesRequest__Output } from '../../../pagebell/notifier/v1/RequeueDeliveriesRequest.ts';
import type { RequeuedDeliveries as _pagebell_notifier_v1_RequeuedDeliveries, RequeuedDeliveries__Output as _pagebell_notifier_v1_RequeuedDeliveries__Output } from '../../../pagebell/notifier/v1/RequeuedDeliveries.ts';

export interface DeliveriesClient extends grpc.Client {
  CountRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  CountRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  CountRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  CountRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  countRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  countRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  countRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  countRejected(argument: _pagebell_notifier_v1_CountRejectedRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_RejectedCount__Output>): grpc.ClientUnaryCall;
  
  GetBatch(argument: _pagebell_notifier_v1_GetBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _pagebell_notifier_v1_GetBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _pagebell_notifier_v1_GetBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _pagebell_notifier_v1_GetBatchRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _pagebell_notifier_v1_GetBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _pagebell_notifier_v1_GetBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _pagebell_notifier_v1_GetBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _pagebell_notifier_v1_GetBatchRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Batch__Output>): grpc.ClientUnaryCall;
  
  GetDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _pagebell_notifier_v1_GetDeliveryRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryHistory__Output>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _pagebell_notifier_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_DeliveryList__Output>): grpc.ClientUnaryCall;
  
  RequeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  RequeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  RequeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  RequeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  requeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  requeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  requeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  requeueDeliveries(argument: _pagebell_notifier_v1_RequeueDeliveriesRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_RequeuedDeliveries__Output>): grpc.ClientUnaryCall;
  
}

export interface DeliveriesHandlers extends grpc.UntypedServiceImplementation {
  CountRejected: grpc.handleUnaryCall<_pagebell_notifier_v1_CountRejectedRequest__Output, _pagebell_notifier_v1_RejectedCount>;
  
  GetBatch: grpc.handleUnaryCall<_pagebell_notifier_v1_GetBatchRequest__Output, _pagebell_notifier_v1_Batch>;
  
  GetDelivery: grpc.handleUnaryCall<_pagebell_notifier_v1_GetDeliveryRequest__Output, _pagebell_notifier_v1_DeliveryHistory>;
  
  ListDeliveries: grpc.handleUnaryCall<_pagebell_notifier_v1_ListDeliveriesRequest__Output, _pagebell_notifier_v1_DeliveryList>;
  
  RequeueDeliveries: grpc.handleUnaryCall<_pagebell_notifier_v1_RequeueDeliveriesRequest__Output, _pagebell_notifier_v1_RequeuedDeliveries>;
  
}

export interface DeliveriesDefinition extends grpc.ServiceDefinition {
  CountRejected: MethodDefinition<_pagebell_notifier_v1_CountRejectedRequest, _pagebell_notifier_v1_RejectedCount, _pagebell_notifier_v1_CountRejectedRequest__Output, _pagebell_notifier_v1_RejectedCount__Output>
  GetBatch: MethodDefinition<_pagebell_notifier_v1_GetBatchRequest, _pagebell_notifier_v1_Batch, _pagebell_notifier_v1_GetBatchRequest__Output, _pagebell_notifier_v1_Batch__Output>
  GetDelivery: MethodDefinition<_pagebell_notifier_v1_GetDeliveryRequest, _pagebell_notifier_v1_DeliveryHistory, _pagebell_notifier_v1_GetDeliveryRequest__Output, _pagebell_notifier_v1_DeliveryHistory__Output>
  ListDeliveries: MethodDefinition<_pagebell_notifier_v1_ListDeliveriesRequest, _pagebell_notifier_v1_DeliveryList, _pagebell_notifier_v1_ListDeliveriesRequest__Output, _pagebell_notifier_v1_DeliveryList__Output>
  RequeueDeliveries: MethodDefinition<_pagebell_notifier_v1_RequeueDeliveriesRequest, _pagebell_notifier_v1_RequeuedDeliveries, _pagebell_notifier_v1_RequeueDeliveriesRequest__Output, _pagebell_notifier_v1_RequeuedDeliveries__Output>
}
