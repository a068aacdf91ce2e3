import { join } from 'node:path'
import { type GrpcOptions, Transport } from '@nestjs/microservices'
import { protoFolder } from '@pagebell/protos/proto-files'

/** Options of Nest's gRPC client and server: our contract, loaded as our services load it. */
export const grpcOptions = (url: string): GrpcOptions => ({
  transport: Transport.GRPC,
  options: {
    url,
    package: 'pagebell.report.v1',
    protoPath: join(protoFolder, 'pagebell/report/v1/report.proto'),
    loader: { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: false, includeDirs: [protoFolder] },
  },
})
