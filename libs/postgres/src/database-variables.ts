import { withRisk } from '@pagebell/runtime/production-risks'
import { Type } from '@pagebell/schema/type'

/** The variable of a service that owns a database. */
export const databaseVariables = {
  DATABASE_URL: withRisk(
    'database',
    Type.String({ description: "the service's own database, under its own role", minLength: 1 }),
  ),
}

/** The variable of a service that may read lists from a replica. */
export const replicaVariables = {
  DATABASE_REPLICA_URL: Type.String({
    description: 'a replica of it, for lists that may lag; none if empty',
    default: '',
  }),
}
