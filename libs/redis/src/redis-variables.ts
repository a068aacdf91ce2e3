import { withRisk } from '@pagebell/runtime/production-risks'
import { Type } from '@pagebell/schema/type'

/** The variables of a service that uses Redis. */
export const redisVariables = {
  REDIS_URL: withRisk(
    'server',
    Type.String({
      description: 'Redis; comma-separated for a cluster',
      default: 'redis://127.0.0.1:6379',
      minLength: 1,
    }),
  ),
  REDIS_PREFIX: Type.String({ description: 'prefix of every key', default: '' }),
}
