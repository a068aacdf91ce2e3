import { fileURLToPath } from 'node:url'

/** The folder of the workspace. */
export const workspace = fileURLToPath(new URL('../../../', import.meta.url))

/** A service that owns a database, and the services' names as folders, in the order in which they start. */
export const servicesWithDatabase = ['project', 'report', 'intake', 'notifier'] as const

/** Started left to right, stopped right to left: what is called stands before its callers. */
export const services = ['project', 'report', 'notifier', 'analyzer', 'intake', 'panel', 'gateway'] as const

/** Where a debugger attaches to a service under `npm run dev`; .vscode/launch.json names the same, which a test compares. */
export const inspectPortOf = (service: string): number => 9229 + services.indexOf(service as ServiceName)

export type ServiceName = (typeof services)[number]
