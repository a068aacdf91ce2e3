// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface ReencryptSecretsRequest {
}

export interface ReencryptSecretsRequest__Output {
}
