import { alertDigested } from './alert-digested.ts'
import { analysisProgressed } from './analysis-progressed.ts'
import { analysisRequested } from './analysis-requested.ts'
import { channelsChanged } from './channels-changed.ts'
import { checksIgnored } from './checks-ignored.ts'
import type { Message } from './define-message.ts'
import { deliveriesHeld } from './deliveries-held.ts'
import { keyRevoked } from './key-revoked.ts'
import { pageAnalyzed } from './page-analyzed.ts'
import { pagesChecked } from './pages-checked.ts'
import { pagesSubmitted } from './pages-submitted.ts'
import { planChanged } from './plan-changed.ts'
import { preflightChanged } from './preflight-changed.ts'
import { projectDeleted } from './project-deleted.ts'
import { quotaReached } from './quota-reached.ts'
import { reportEnded } from './report-ended.ts'
import { scanRequested } from './scan-requested.ts'
import { siteReportEnded } from './site-report-ended.ts'
import { urlsAnnounced } from './urls-announced.ts'
import { urlsFound } from './urls-found.ts'
import { urlsSkipped } from './urls-skipped.ts'
import { urlsSubmitted } from './urls-submitted.ts'
import { urlsSubmittedV2 } from './urls-submitted-v2.ts'
import { watchRecovered } from './watch-recovered.ts'
import { watchTroubled } from './watch-troubled.ts'

/** Every message of the system; the topology is declared from it. A test holds that no file is left out. */
export const allMessages: readonly Message[] = [
  alertDigested,
  analysisProgressed,
  analysisRequested,
  channelsChanged,
  checksIgnored,
  deliveriesHeld,
  keyRevoked,
  pageAnalyzed,
  pagesChecked,
  planChanged,
  preflightChanged,
  projectDeleted,
  quotaReached,
  reportEnded,
  siteReportEnded,
  urlsAnnounced,
  urlsFound,
  urlsSkipped,
  urlsSubmitted,
  urlsSubmittedV2,
  pagesSubmitted,
  watchTroubled,
  watchRecovered,
  scanRequested,
]
