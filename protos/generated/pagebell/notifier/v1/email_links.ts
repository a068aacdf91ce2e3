// Generated from protos/pagebell/notifier/v1/email_links.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface EmailLink {
  'token'?: (string);
}

export interface EmailLink__Output {
  'token': (string);
}

export interface EmailLinksDefinition extends grpc.ServiceDefinition {
  Confirm: MethodDefinition<EmailLink, EmailProject, EmailLink__Output, EmailProject__Output>
  Unsubscribe: MethodDefinition<EmailLink, EmailProject, EmailLink__Output, EmailProject__Output>
}

export interface EmailProject {
  'project'?: (string);
}

export interface EmailProject__Output {
  'project': (string);
}
