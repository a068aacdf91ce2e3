// Generated from protos/pagebell/notifier/v1/notifier.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface Attempt {
  'id'?: (string);
  'asked_at'?: (string);
  'took_ms'?: (number);
  'engine'?: (string);
  'urls'?: (number);
  'outcome'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  '_reason'?: "reason";
  '_engine_status'?: "engine_status";
  '_engine_message'?: "engine_message";
}

export interface Attempt__Output {
  'id': (string);
  'asked_at': (string);
  'took_ms': (number);
  'engine': (string);
  'urls': (number);
  'outcome': (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
}

export interface Batch {
  'deliveries'?: (Delivery)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface Batch__Output {
  'deliveries': (Delivery__Output)[];
  'next_cursor'?: (string);
}

export interface CheckedPage {
  'status'?: (number);
  'indexable'?: (boolean);
  'canonical'?: (string);
  'changed'?: (string)[];
  'at'?: (string);
  '_status'?: "status";
  '_indexable'?: "indexable";
  '_canonical'?: "canonical";
}

export interface CheckedPage__Output {
  'status'?: (number);
  'indexable'?: (boolean);
  'canonical'?: (string);
  'changed': (string)[];
  'at': (string);
}

export interface CountRejectedRequest {
  'account_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  '_project'?: "project";
}

export interface CountRejectedRequest__Output {
  'account_id': (string);
  'rejected_since': (string);
  'project'?: (string);
}

export interface DeliveriesDefinition extends grpc.ServiceDefinition {
  CountRejected: MethodDefinition<CountRejectedRequest, RejectedCount, CountRejectedRequest__Output, RejectedCount__Output>
  GetBatch: MethodDefinition<GetBatchRequest, Batch, GetBatchRequest__Output, Batch__Output>
  GetDelivery: MethodDefinition<GetDeliveryRequest, DeliveryHistory, GetDeliveryRequest__Output, DeliveryHistory__Output>
  ListDeliveries: MethodDefinition<ListDeliveriesRequest, DeliveryList, ListDeliveriesRequest__Output, DeliveryList__Output>
  RequeueDeliveries: MethodDefinition<RequeueDeliveriesRequest, RequeuedDeliveries, RequeueDeliveriesRequest__Output, RequeuedDeliveries__Output>
}

export interface Delivery {
  'id'?: (string);
  'batch_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'url'?: (string);
  'status'?: (string);
  'attempts'?: (number);
  'submitted_at'?: (string);
  'next_at'?: (string);
  'delivered_at'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  'engine'?: (string);
  'last_attempt_at'?: (string);
  'not_checked'?: (string);
  'checked'?: (CheckedPage | null);
  '_next_at'?: "next_at";
  '_delivered_at'?: "delivered_at";
  '_reason'?: "reason";
  '_engine_status'?: "engine_status";
  '_engine_message'?: "engine_message";
  '_engine'?: "engine";
  '_last_attempt_at'?: "last_attempt_at";
  '_not_checked'?: "not_checked";
}

export interface Delivery__Output {
  'id': (string);
  'batch_id': (string);
  'project': (string);
  'channel': (string);
  'action': (string);
  'url': (string);
  'status': (string);
  'attempts': (number);
  'submitted_at': (string);
  'next_at'?: (string);
  'delivered_at'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  'engine'?: (string);
  'last_attempt_at'?: (string);
  'not_checked'?: (string);
  'checked': (CheckedPage__Output | null);
}

export interface DeliveryHistory {
  'delivery'?: (Delivery | null);
  'attempts'?: (Attempt)[];
}

export interface DeliveryHistory__Output {
  'delivery': (Delivery__Output | null);
  'attempts': (Attempt__Output)[];
}

export interface DeliveryList {
  'deliveries'?: (Delivery)[];
  'next_cursor'?: (string);
  'searched_to'?: (string);
  '_next_cursor'?: "next_cursor";
  '_searched_to'?: "searched_to";
}

export interface DeliveryList__Output {
  'deliveries': (Delivery__Output)[];
  'next_cursor'?: (string);
  'searched_to'?: (string);
}

export interface GetBatchRequest {
  'account_id'?: (string);
  'batch_id'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'urls'?: (string)[];
  '_per_page'?: "per_page";
  '_cursor'?: "cursor";
}

export interface GetBatchRequest__Output {
  'account_id': (string);
  'batch_id': (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'urls': (string)[];
}

export interface GetDeliveryRequest {
  'account_id'?: (string);
  'delivery_id'?: (string);
  'project'?: (string);
  '_project'?: "project";
}

export interface GetDeliveryRequest__Output {
  'account_id': (string);
  'delivery_id': (string);
  'project'?: (string);
}

export interface ListDeliveriesRequest {
  'account_id'?: (string);
  'project'?: (string);
  'status'?: (string);
  'channel'?: (string);
  'url'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'search'?: (string);
  '_project'?: "project";
  '_status'?: "status";
  '_channel'?: "channel";
  '_url'?: "url";
  '_batch_id'?: "batch_id";
  '_from'?: "from";
  '_until'?: "until";
  '_cursor'?: "cursor";
  '_search'?: "search";
}

export interface ListDeliveriesRequest__Output {
  'account_id': (string);
  'project'?: (string);
  'status'?: (string);
  'channel'?: (string);
  'url'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
  'per_page': (number);
  'cursor'?: (string);
  'search'?: (string);
}

export interface RejectedCount {
  'count'?: (number);
}

export interface RejectedCount__Output {
  'count': (number);
}

export interface RequeueDeliveriesRequest {
  'account_id'?: (string);
  'delivery_id'?: (string);
  'batch_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  'cursor'?: (string);
  '_delivery_id'?: "delivery_id";
  '_batch_id'?: "batch_id";
  '_rejected_since'?: "rejected_since";
  '_project'?: "project";
  '_cursor'?: "cursor";
}

export interface RequeueDeliveriesRequest__Output {
  'account_id': (string);
  'delivery_id'?: (string);
  'batch_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  'cursor'?: (string);
}

export interface RequeuedDeliveries {
  'count'?: (number);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface RequeuedDeliveries__Output {
  'count': (number);
  'next_cursor'?: (string);
}
