import type { Route } from './api.ts'
import { askEngine } from './routes/ask-engine.ts'
import { askEngineByGet } from './routes/ask-engine-by-get.ts'
import { changeChannel } from './routes/change-channel.ts'
import { changeEndpoint } from './routes/change-endpoint.ts'
import { changeHook } from './routes/change-hook.ts'
import { changeReport } from './routes/change-report.ts'
import { checkKeyFile } from './routes/check-key-file.ts'
import { chooseChannels } from './routes/choose-channels.ts'
import { compareRuns } from './routes/compare-runs.ts'
import { createProject } from './routes/create-project.ts'
import { createReport } from './routes/create-report.ts'
import { createRun } from './routes/create-run.ts'
import { deleteChannel } from './routes/delete-channel.ts'
import { deleteEndpoint } from './routes/delete-endpoint.ts'
import { deleteIgnoredCheck } from './routes/delete-ignored-check.ts'
import { deleteProject } from './routes/delete-project.ts'
import { deleteReport } from './routes/delete-report.ts'
import { forceUrls } from './routes/force-urls.ts'
import { getAccount } from './routes/get-account.ts'
import { getEndpoint } from './routes/get-endpoint.ts'
import { getHook } from './routes/get-hook.ts'
import { getProject } from './routes/get-project.ts'
import { getReport } from './routes/get-report.ts'
import { listAllDeliveries } from './routes/list-all-deliveries.ts'
import { listAttempts } from './routes/list-attempts.ts'
import { listChannels } from './routes/list-channels.ts'
import { listDeliveries } from './routes/list-deliveries.ts'
import { listEvents } from './routes/list-events.ts'
import { listForcedBatches } from './routes/list-forced-batches.ts'
import { listIgnoredChecks } from './routes/list-ignored-checks.ts'
import { listProjects } from './routes/list-projects.ts'
import { listReports } from './routes/list-reports.ts'
import { listRuns } from './routes/list-runs.ts'
import { putChannel } from './routes/put-channel.ts'
import { putEndpoint } from './routes/put-endpoint.ts'
import { putIgnoredCheck } from './routes/put-ignored-check.ts'
import { requeueDeliveries } from './routes/requeue-deliveries.ts'
import { revokeHook } from './routes/revoke-hook.ts'
import { rotateEndpointSecret } from './routes/rotate-endpoint-secret.ts'
import { rotateHook } from './routes/rotate-hook.ts'
import { sendTestEvent } from './routes/send-test-event.ts'

/** Every operation of the API, in the order in which the reference shows them. */
export const allRoutes: Route[] = [
  listReports,
  createReport,
  getReport,
  changeReport,
  deleteReport,
  listRuns,
  createRun,
  compareRuns,
  listProjects,
  createProject,
  getProject,
  deleteProject,
  listIgnoredChecks,
  putIgnoredCheck,
  deleteIgnoredCheck,
  listChannels,
  chooseChannels,
  putChannel,
  changeChannel,
  deleteChannel,
  checkKeyFile,
  askEngine,
  askEngineByGet,
  getHook,
  rotateHook,
  changeHook,
  revokeHook,
  listAllDeliveries,
  listDeliveries,
  listAttempts,
  forceUrls,
  listForcedBatches,
  requeueDeliveries,
  getEndpoint,
  putEndpoint,
  changeEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  sendTestEvent,
  listEvents,
  getAccount,
]
