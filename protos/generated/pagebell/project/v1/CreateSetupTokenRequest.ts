// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface CreateSetupTokenRequest {
  'plan'?: (string);
}

export interface CreateSetupTokenRequest__Output {
  'plan': (string);
}
