// Generated from protos/pagebell/report/v1/schedules.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SiteSelection, SiteSelection__Output } from './site_reports.ts'

export interface DeletedSchedule {
}

export interface DeletedSchedule__Output {
}

export interface PutScheduleRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'settings'?: (ScheduleSettings | null);
  'is_owner'?: (boolean);
}

export interface PutScheduleRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'settings': (ScheduleSettings__Output | null);
  'is_owner': (boolean);
}

export interface Schedule {
  'settings'?: (ScheduleSettings | null);
  'created_at'?: (string);
  'next_at'?: (string);
  'last'?: (ScheduleOutcome | null);
}

export interface Schedule__Output {
  'settings': (ScheduleSettings__Output | null);
  'created_at': (string);
  'next_at': (string);
  'last': (ScheduleOutcome__Output | null);
}

export interface ScheduleOutcome {
  'at'?: (string);
  'outcome'?: (string);
  'code'?: (string);
  'message'?: (string);
  'site_report'?: (string);
  'reports'?: (string)[];
  'refused'?: (number);
  '_code'?: "code";
  '_message'?: "message";
  '_site_report'?: "site_report";
}

export interface ScheduleOutcome__Output {
  'at': (string);
  'outcome': (string);
  'code'?: (string);
  'message'?: (string);
  'site_report'?: (string);
  'reports': (string)[];
  'refused': (number);
}

export interface ScheduleRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface ScheduleRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface ScheduleSettings {
  'what'?: (string);
  'time'?: (ScheduleTime | null);
  'url'?: (string);
  'selection'?: (SiteSelection | null);
  'pages'?: (string)[];
  '_url'?: "url";
}

export interface ScheduleSettings__Output {
  'what': (string);
  'time': (ScheduleTime__Output | null);
  'url'?: (string);
  'selection': (SiteSelection__Output | null);
  'pages': (string)[];
}

export interface ScheduleTime {
  'every'?: (string);
  'at'?: (string);
  'zone'?: (string);
  'on'?: (number);
  '_on'?: "on";
}

export interface ScheduleTime__Output {
  'every': (string);
  'at': (string);
  'zone': (string);
  'on'?: (number);
}

export interface SchedulesDefinition extends grpc.ServiceDefinition {
  DeleteSchedule: MethodDefinition<ScheduleRequest, DeletedSchedule, ScheduleRequest__Output, DeletedSchedule__Output>
  GetSchedule: MethodDefinition<ScheduleRequest, Schedule, ScheduleRequest__Output, Schedule__Output>
  PutSchedule: MethodDefinition<PutScheduleRequest, Schedule, PutScheduleRequest__Output, Schedule__Output>
}
