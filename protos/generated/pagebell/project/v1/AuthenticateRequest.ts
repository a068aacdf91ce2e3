// Original file: protos/pagebell/project/v1/project.proto


export interface AuthenticateRequest {
  'key_sha256'?: (Buffer | Uint8Array | string);
}

export interface AuthenticateRequest__Output {
  'key_sha256': (Buffer);
}
