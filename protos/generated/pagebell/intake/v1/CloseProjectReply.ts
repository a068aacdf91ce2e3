// Original file: protos/pagebell/intake/v1/intake.proto


export interface CloseProjectReply {
}

export interface CloseProjectReply__Output {
}
