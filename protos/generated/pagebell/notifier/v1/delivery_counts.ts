// Generated from protos/pagebell/notifier/v1/delivery_counts.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface ChannelTime {
  'channel'?: (string);
  'delivered'?: (number);
  'p50_ms'?: (number | string);
  'p95_ms'?: (number | string);
}

export interface ChannelTime__Output {
  'channel': (string);
  'delivered': (number);
  'p50_ms': (number);
  'p95_ms': (number);
}

export interface ChannelTimes {
  'channels'?: (ChannelTime)[];
}

export interface ChannelTimes__Output {
  'channels': (ChannelTime__Output)[];
}

export interface CountEndedRequest {
  'account_id'?: (string);
  'project_ids'?: (string)[];
  'from'?: (string);
}

export interface CountEndedRequest__Output {
  'account_id': (string);
  'project_ids': (string)[];
  'from': (string);
}

export interface CountStatusesRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
  '_project'?: "project";
  '_channel'?: "channel";
  '_batch_id'?: "batch_id";
  '_from'?: "from";
  '_until'?: "until";
}

export interface CountStatusesRequest__Output {
  'account_id': (string);
  'project'?: (string);
  'channel'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
}

export interface DeliveryCountsDefinition extends grpc.ServiceDefinition {
  CountEnded: MethodDefinition<CountEndedRequest, EndedProjects, CountEndedRequest__Output, EndedProjects__Output>
  CountStatuses: MethodDefinition<CountStatusesRequest, StatusCounts, CountStatusesRequest__Output, StatusCounts__Output>
  ListEndedHours: MethodDefinition<ListEndedHoursRequest, EndedHours, ListEndedHoursRequest__Output, EndedHours__Output>
  MeasureTimes: MethodDefinition<MeasureTimesRequest, ChannelTimes, MeasureTimesRequest__Output, ChannelTimes__Output>
}

export interface EndedHour {
  'hour'?: (string);
  'delivered'?: (number);
  'rejected'?: (number);
}

export interface EndedHour__Output {
  'hour': (string);
  'delivered': (number);
  'rejected': (number);
}

export interface EndedHours {
  'hours'?: (EndedHour)[];
}

export interface EndedHours__Output {
  'hours': (EndedHour__Output)[];
}

export interface EndedProject {
  'project_id'?: (string);
  'delivered'?: (number);
  'rejected'?: (number);
}

export interface EndedProject__Output {
  'project_id': (string);
  'delivered': (number);
  'rejected': (number);
}

export interface EndedProjects {
  'projects'?: (EndedProject)[];
}

export interface EndedProjects__Output {
  'projects': (EndedProject__Output)[];
}

export interface ListEndedHoursRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'from'?: (string);
  '_project_id'?: "project_id";
}

export interface ListEndedHoursRequest__Output {
  'account_id': (string);
  'project_id'?: (string);
  'from': (string);
}

export interface MeasureTimesRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface MeasureTimesRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface StatusCount {
  'status'?: (string);
  'count'?: (number);
  'is_capped'?: (boolean);
}

export interface StatusCount__Output {
  'status': (string);
  'count': (number);
  'is_capped': (boolean);
}

export interface StatusCounts {
  'statuses'?: (StatusCount)[];
}

export interface StatusCounts__Output {
  'statuses': (StatusCount__Output)[];
}
