import { reportReader } from './read-reports.ts'
import { serveReports } from './reports-app.ts'

// The same API without services: Fastify and pg in one process.

await serveReports(reportReader(process.env['DATABASE_URL'] ?? ''))
