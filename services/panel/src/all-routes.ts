import type { Route } from './route.ts'
import { changePrivacy } from './routes/change-privacy.ts'
import { createReport } from './routes/create-report.ts'
import { deleteReport } from './routes/delete-report.ts'
import { listReports } from './routes/list-reports.ts'
import { runReportAgain } from './routes/run-report-again.ts'
import { setUp } from './routes/set-up.ts'
import { showOverview } from './routes/show-overview.ts'
import { showProgress } from './routes/show-progress.ts'
import { showReport } from './routes/show-report.ts'
import { showSetup } from './routes/show-setup.ts'
import { showSignIn } from './routes/show-sign-in.ts'
import { signIn } from './routes/sign-in.ts'
import { signOut } from './routes/sign-out.ts'

/** What anybody may ask for. */
export const publicRoutes: Route[] = [showSignIn, signIn, signOut, showSetup, setUp]

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
]
