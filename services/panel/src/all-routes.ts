import type { Route } from './route.ts'
import { askEngine } from './routes/ask-engine.ts'
import { changePassword } from './routes/change-password.ts'
import { changePrivacy } from './routes/change-privacy.ts'
import { checkKeyFile } from './routes/check-key-file.ts'
import { chooseChannels } from './routes/choose-channels.ts'
import { compareRuns } from './routes/compare-runs.ts'
import { countCheckAgain } from './routes/count-check-again.ts'
import { createKey } from './routes/create-key.ts'
import { createProject } from './routes/create-project.ts'
import { createReport } from './routes/create-report.ts'
import { deleteProject } from './routes/delete-project.ts'
import { deleteReport } from './routes/delete-report.ts'
import { downloadKeyFile } from './routes/download-key-file.ts'
import { enableEndpoint } from './routes/enable-endpoint.ts'
import { enableHook } from './routes/enable-hook.ts'
import { exportDeliveries } from './routes/export-deliveries.ts'
import { ignoreCheck } from './routes/ignore-check.ts'
import { listDeliveries } from './routes/list-deliveries.ts'
import { listKeys } from './routes/list-keys.ts'
import { listProjects } from './routes/list-projects.ts'
import { listReports } from './routes/list-reports.ts'
import { pauseChannel } from './routes/pause-channel.ts'
import { removeChannel } from './routes/remove-channel.ts'
import { removeEndpoint } from './routes/remove-endpoint.ts'
import { requeueDeliveries } from './routes/requeue-deliveries.ts'
import { revokeHook } from './routes/revoke-hook.ts'
import { revokeKey } from './routes/revoke-key.ts'
import { rotateEndpointSecret } from './routes/rotate-endpoint-secret.ts'
import { rotateHook } from './routes/rotate-hook.ts'
import { runReportAgain } from './routes/run-report-again.ts'
import { saveChannel } from './routes/save-channel.ts'
import { saveEndpoint } from './routes/save-endpoint.ts'
import { setUp } from './routes/set-up.ts'
import { showAccount } from './routes/show-account.ts'
import { showDelivery } from './routes/show-delivery.ts'
import { showOverview } from './routes/show-overview.ts'
import { showProgress } from './routes/show-progress.ts'
import { showProject } from './routes/show-project.ts'
import { showPublicReport } from './routes/show-public-report.ts'
import { showReport } from './routes/show-report.ts'
import { showRequeue } from './routes/show-requeue.ts'
import { showSetup } from './routes/show-setup.ts'
import { showSignIn } from './routes/show-sign-in.ts'
import { showUsage } from './routes/show-usage.ts'
import { signIn } from './routes/sign-in.ts'
import { signOut } from './routes/sign-out.ts'
import { signOutEverywhere } from './routes/sign-out-everywhere.ts'
import { testEndpoint } from './routes/test-endpoint.ts'
import { tryUrls } from './routes/try-urls.ts'
import { unlockReport } from './routes/unlock-report.ts'

/** What anybody may ask for. */
export const publicRoutes: Route[] = [showSignIn, signIn, signOut, showSetup, setUp, showPublicReport, unlockReport]

/** What is for those who are signed in, in the order of the pages. */
export const ownRoutes: Route[] = [
  showOverview,
  listReports,
  createReport,
  showReport,
  showProgress,
  runReportAgain,
  changePrivacy,
  deleteReport,
  listProjects,
  createProject,
  showProject,
  rotateHook,
  enableHook,
  revokeHook,
  chooseChannels,
  saveChannel,
  removeChannel,
  pauseChannel,
  saveEndpoint,
  rotateEndpointSecret,
  enableEndpoint,
  testEndpoint,
  removeEndpoint,
  checkKeyFile,
  downloadKeyFile,
  deleteProject,
  listDeliveries,
  exportDeliveries,
  showDelivery,
  askEngine,
  showRequeue,
  requeueDeliveries,
  listKeys,
  createKey,
  revokeKey,
  showAccount,
  changePassword,
  signOutEverywhere,
  compareRuns,
  ignoreCheck,
  countCheckAgain,
  tryUrls,
  showUsage,
]
