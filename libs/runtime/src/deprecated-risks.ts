import { type TObject, Type } from '@pagebell/schema/type'

// Deprecated: delete this file and the overload of `warnOfRisks` when /work/h/codemods/risks.mjs has marked the fields of
// every service's config.
const field = (risk: string) => Object.assign(Type.String(), { risk })

export const riskOfVariable: TObject = Type.Object({
  INTERNAL_TOKEN: field('shared-secret'),
  RPC_CALLERS: field('callers'),
  SETTINGS_KEY: field('sealing-key'),
  DATABASE_URL: field('database'),
  REDIS_URL: field('server'),
  AMQP_URL: field('server'),
  INDEXNOW_ENDPOINT: field('engine'),
  GOOGLE_INDEXING_ENDPOINT: field('engine'),
  BING_ENDPOINT: field('engine'),
  HOST: field('listen-address'),
  PUBLIC_URL: field('public-url'),
  HOOKS_URL: field('public-url'),
  TRUST_PROXY: field('edge-proxies'),
  PANEL_TRUST_PROXY: field('proxies'),
  FETCH_ALLOW: field('fetch-allowlist'),
  LOG_LEVEL: field('log-level'),
})
