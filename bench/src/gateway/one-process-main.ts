import { reportReader } from './read-reports.ts'
import { serveReports } from './reports-app.ts'

// What a team would write that wants no services: Fastify and pg in one process.

await serveReports(reportReader(process.env['DATABASE_URL'] ?? ''))
