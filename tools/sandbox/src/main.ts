import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { Type } from '@pagebell/schema/type'
import { startSandboxEngine } from './sandbox-engine.ts'

const config = readConfig(
  Type.Object({
    HOST: Type.String({ default: '127.0.0.1', description: 'Address the sandbox engine listens on.' }),
    SANDBOX_PORT: Type.Integer({ default: 8090, description: 'Port of the sandbox engine.' }),
    SANDBOX_FETCH_KEY_FILES: Type.Boolean({
      default: true,
      description: 'Whether the sandbox engine really fetches a key file before it believes a key.',
    }),
  }),
  process.env,
)

await using engine = await startSandboxEngine({
  port: config.SANDBOX_PORT,
  host: config.HOST,
  fetchKeyFiles: config.SANDBOX_FETCH_KEY_FILES,
})
console.log(`Sandbox engine at ${engine.url}/indexnow; what it received: ${engine.url}/received`)

await untilSignal()
