// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface ReencryptSettingsRequest {
}

export interface ReencryptSettingsRequest__Output {
}
