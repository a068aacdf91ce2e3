import { fileURLToPath } from 'node:url'

/** The folder of the workspace. */
export const workspace = fileURLToPath(new URL('../../../', import.meta.url))

/** A service that owns a database, and the services' names as folders, in the order in which they start. */
export const servicesWithDatabase = ['project', 'report', 'intake', 'notifier', 'pages'] as const

/** In start order, callees before callers; stopped in reverse order. */
export const services = ['project', 'report', 'notifier', 'analyzer', 'pages', 'intake', 'panel', 'gateway'] as const

/** The debugger ports under `npm run dev`; a test compares them with .vscode/launch.json. */
export const inspectPortOf = (service: string): number => 9229 + services.indexOf(service as ServiceName)

export type ServiceName = (typeof services)[number]
