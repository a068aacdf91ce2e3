// Original file: protos/pagebell/intake/v1/intake.proto


export interface SetChannelsReply {
}

export interface SetChannelsReply__Output {
}
