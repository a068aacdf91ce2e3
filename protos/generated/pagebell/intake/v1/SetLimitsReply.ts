// Original file: protos/pagebell/intake/v1/intake.proto


export interface SetLimitsReply {
}

export interface SetLimitsReply__Output {
}
