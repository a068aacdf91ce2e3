// Loaded before a service's own program (NODE_OPTIONS=--import=…): prints the resolved path of the program.
import { realpathSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) console.log(`this is ${realpathSync(process.argv[1] ?? '')}`)
