import { brokerVariables } from '@pagebell/broker/broker-variables'
import { databaseVariables, replicaVariables } from '@pagebell/postgres/database-variables'
import { calledVariables } from '@pagebell/rpc/credentials'
import { processVariables } from '@pagebell/runtime/process-variables'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the report service. */
export const config = Type.Object({
  ...databaseVariables,
  ...replicaVariables,
  ...brokerVariables,
  ...calledVariables,
  ...processVariables,
  REPORT_RPC_PORT: port(50_052, 'gRPC'),
  REPORT_HEALTH_PORT: port(9_103, '/livez and /readyz'),
  RUN_SILENT_SECONDS: Type.Number({
    description: 'a running analysis without a heartbeat for so long is stalled and is requested again',
    default: 120,
    exclusiveMinimum: 0,
  }),
  RUN_QUEUED_SECONDS: Type.Number({
    description:
      'an analysis that was released to the analyzers and not begun for so long is stalled and is released again',
    default: 900,
    exclusiveMinimum: 0,
  }),
  RUNS_PER_ACCOUNT: Type.Integer({
    description: 'analyses of one account that are under way at once; the others wait for their turn',
    default: 8,
    minimum: 1,
  }),
  RUNS_AHEAD: Type.Integer({
    description: 'analyses that are released to the analyzers and that none has begun; the others wait for their turn',
    default: 16,
    minimum: 1,
  }),
  SITE_RUN_SILENT_SECONDS: Type.Number({
    description: 'a crawl of a site report that an analyzer has not sent anything of for so long is given to another',
    default: 60,
    exclusiveMinimum: 0,
  }),
  SITE_RUN_TURN_SECONDS: Type.Number({
    description: 'a crawl that has requested pages for so long makes room where others wait, and goes on later',
    default: 60,
    exclusiveMinimum: 0,
  }),
  SITE_RUNS_PER_ACCOUNT: Type.Integer({
    description: 'crawls of one account that are under way at once; the others wait for their turn',
    default: 1,
    minimum: 1,
  }),
})

export type Config = Static<typeof config>
