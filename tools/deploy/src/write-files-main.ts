// Part of `npm run generate`.
import { writeFileSync } from 'node:fs'
import { composeFile } from './compose/compose-file.ts'

writeFileSync(new URL('../../../docker-compose.yml', import.meta.url), composeFile())
