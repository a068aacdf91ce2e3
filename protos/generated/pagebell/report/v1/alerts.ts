// Generated from protos/pagebell/report/v1/alerts.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface Alert {
  'id'?: (string);
  'when'?: (string);
  'title'?: (string);
  'detail'?: (string);
  'check'?: (string);
  'severity'?: (string);
  'since'?: (string);
  'site_report'?: (string);
  'report'?: (string);
  'url'?: (string);
  'pages'?: (number);
  'is_sent'?: (boolean);
  '_check'?: "check";
  '_severity'?: "severity";
  '_site_report'?: "site_report";
  '_report'?: "report";
  '_url'?: "url";
  '_pages'?: "pages";
}

export interface Alert__Output {
  'id': (string);
  'when': (string);
  'title': (string);
  'detail': (string);
  'check'?: (string);
  'severity'?: (string);
  'since': (string);
  'site_report'?: (string);
  'report'?: (string);
  'url'?: (string);
  'pages'?: (number);
  'is_sent': (boolean);
}

export interface AlertRule {
  'when'?: (string);
  'check'?: (string);
  'by'?: (number);
  'severity'?: (string);
  'days'?: (number);
  'count'?: (number);
  '_check'?: "check";
  '_by'?: "by";
  '_severity'?: "severity";
  '_days'?: "days";
  '_count'?: "count";
}

export interface AlertRule__Output {
  'when': (string);
  'check'?: (string);
  'by'?: (number);
  'severity'?: (string);
  'days'?: (number);
  'count'?: (number);
}

export interface AlertsDefinition extends grpc.ServiceDefinition {
  GetAlerts: MethodDefinition<AlertsRequest, ProjectAlerts, AlertsRequest__Output, ProjectAlerts__Output>
  PutAlerts: MethodDefinition<PutAlertsRequest, ProjectAlerts, PutAlertsRequest__Output, ProjectAlerts__Output>
}

export interface AlertsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface AlertsRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface ProjectAlerts {
  'rules'?: (AlertRule)[];
  'at'?: (string);
  'zone'?: (string);
  'next_digest_at'?: (string);
  'open'?: (Alert)[];
  'open_total'?: (number);
  '_zone'?: "zone";
  '_next_digest_at'?: "next_digest_at";
}

export interface ProjectAlerts__Output {
  'rules': (AlertRule__Output)[];
  'at': (string);
  'zone'?: (string);
  'next_digest_at'?: (string);
  'open': (Alert__Output)[];
  'open_total': (number);
}

export interface PutAlertsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'rules'?: (AlertRule)[];
  'at'?: (string);
  'zone'?: (string);
  '_zone'?: "zone";
}

export interface PutAlertsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'rules': (AlertRule__Output)[];
  'at': (string);
  'zone'?: (string);
}
