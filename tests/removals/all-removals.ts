import { envelopes } from './api/envelopes.ts'
import { keys } from './api/keys.ts'
import { projects } from './api/projects.ts'
import { refusals } from './api/refusals.ts'
import { repeats } from './api/repeats.ts'
import { reports } from './api/reports.ts'
import { searches } from './api/searches.ts'
import { sourceSettings } from './api/source-settings.ts'
import type { Removal } from './removal.ts'
import { charges } from './webhook/charges.ts'
import { deliveries } from './webhook/deliveries.ts'
import { forces } from './webhook/forces.ts'
import { keeping } from './webhook/keeping.ts'
import { outages } from './webhook/outages.ts'
import { preflight } from './webhook/preflight.ts'
import { publishing } from './webhook/publishing.ts'
import { requests } from './webhook/requests.ts'
import { sources } from './webhook/sources.ts'
import { tokens } from './webhook/tokens.ts'
import { verdicts } from './webhook/verdicts.ts'
import { waiting } from './webhook/waiting.ts'

/** One for every row of services/gateway/test/README.md. */
const ofTheApi = [
  ...envelopes,
  ...refusals,
  ...repeats,
  ...keys,
  ...searches,
  ...reports,
  ...projects,
  ...sourceSettings,
]

/** One for every row of services/intake/test/README.md. */
const ofTheWebhook = [
  ...requests,
  ...tokens,
  ...charges,
  ...verdicts,
  ...forces,
  ...publishing,
  ...outages,
  ...keeping,
  ...sources,
  ...deliveries,
  ...waiting,
  ...preflight,
]

export const allRemovals: readonly Removal[] = [...ofTheApi, ...ofTheWebhook]
