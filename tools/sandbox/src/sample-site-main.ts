import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { Type } from '@pagebell/schema/type'
import { startSampleSite } from './sample-site.ts'

const config = readConfig(
  Type.Object({
    HOST: Type.String({ default: '127.0.0.1', description: 'Address the sample site listens on.' }),
    SAMPLE_SITE_PORT: Type.Integer({ default: 8091, description: 'Port of the sample site.' }),
    INDEXNOW_KEYS: Type.String({
      default: '',
      description:
        'IndexNow keys whose files the sample site serves, comma-separated; * serves whatever key is asked for.',
    }),
  }),
  process.env,
)

const keys = config.INDEXNOW_KEYS.split(',').map((key) => key.trim())
await using site = await startSampleSite({
  port: config.SAMPLE_SITE_PORT,
  host: config.HOST,
  keys: keys.filter((key) => key !== ''),
})
console.log(`Sample site at ${site.url}`)

await untilSignal()
