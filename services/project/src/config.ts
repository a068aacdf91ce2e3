import { brokerVariables } from '@pagebell/broker/broker-variables'
import { databaseVariables } from '@pagebell/postgres/database-variables'
import { calledVariables } from '@pagebell/rpc/credentials'
import { processVariables } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the project service. */
export const config = Type.Object({
  ...databaseVariables,
  ...brokerVariables,
  ...calledVariables,
  SETTINGS_KEY: withRisk(
    'sealing-key',
    Type.String({
      minLength: 22,
      description:
        'seals what channels need, such as keys of engines; two while one takes the place of the other, the newest first, separated by a comma',
    }),
  ),
  PROJECT_RPC_PORT: port(50_051, 'gRPC port of the project service'),
  PROJECT_HEALTH_PORT: port(9_102, 'health port of the project service'),
  ...processVariables,
})

export type Config = Static<typeof config>
