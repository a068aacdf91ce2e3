import { brokerVariables } from '@pagebell/broker/broker-variables'
import { databaseVariables } from '@pagebell/postgres/database-variables'
import { calledVariables } from '@pagebell/rpc/credentials'
import { processVariables, settingsKey } from '@pagebell/runtime/process-variables'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the project service. */
export const config = Type.Object({
  ...databaseVariables,
  ...brokerVariables,
  ...calledVariables,
  ...settingsKey('what channels need, such as keys of engines'),
  PROJECT_RPC_PORT: port(50_051, 'gRPC port of the project service'),
  PROJECT_HEALTH_PORT: port(9_102, 'health port of the project service'),
  ...processVariables,
})

export type Config = Static<typeof config>
