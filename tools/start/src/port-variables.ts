/** A TCP port of the system, and the variable that changes it. */
export type PortVariable = { variable: string; port: number; listener: string }

/** Every port of the system on one machine. A test compares them with docs/configure.md. */
export const portVariables: PortVariable[] = [
  { variable: 'GATEWAY_PORT', port: 8080, listener: 'gateway' },
  { variable: 'INTAKE_PORT', port: 8081, listener: 'intake' },
  { variable: 'PANEL_PORT', port: 8082, listener: 'panel' },
  { variable: 'SANDBOX_PORT', port: 8090, listener: 'sandbox' },
  { variable: 'SAMPLE_SITE_PORT', port: 8091, listener: 'sample-site' },
  { variable: 'PROJECT_RPC_PORT', port: 50051, listener: 'project' },
  { variable: 'REPORT_RPC_PORT', port: 50052, listener: 'report' },
  { variable: 'INTAKE_RPC_PORT', port: 50053, listener: 'intake' },
  { variable: 'NOTIFIER_RPC_PORT', port: 50054, listener: 'notifier' },
  { variable: 'PAGES_RPC_PORT', port: 50055, listener: 'pages' },
  { variable: 'GATEWAY_HEALTH_PORT', port: 9101, listener: 'gateway' },
  { variable: 'PROJECT_HEALTH_PORT', port: 9102, listener: 'project' },
  { variable: 'REPORT_HEALTH_PORT', port: 9103, listener: 'report' },
  { variable: 'ANALYZER_HEALTH_PORT', port: 9104, listener: 'analyzer' },
  { variable: 'INTAKE_HEALTH_PORT', port: 9105, listener: 'intake' },
  { variable: 'NOTIFIER_HEALTH_PORT', port: 9106, listener: 'notifier' },
  { variable: 'PANEL_HEALTH_PORT', port: 9107, listener: 'panel' },
  { variable: 'PAGES_HEALTH_PORT', port: 9108, listener: 'pages' },
]
