import type { Threat } from './threat.ts'
import { accountThreats } from './threats/accounts.ts'
import { edgeThreats } from './threats/edges.ts'
import { fairnessThreats } from './threats/fairness.ts'
import { guessingThreats } from './threats/guessing.ts'
import { hostilePageThreats } from './threats/hostile-pages.ts'
import { mcpThreats } from './threats/mcp.ts'
import { notifierThreats } from './threats/notifier.ts'
import { outsideThreats } from './threats/outside.ts'
import { overloadThreats } from './threats/overload.ts'
import { pageCheckThreats } from './threats/page-checks.ts'
import { privilegeThreats } from './threats/privilege.ts'
import { secretThreats } from './threats/secrets.ts'
import { siteReportThreats } from './threats/site-reports.ts'
import { sourceThreats } from './threats/sources.ts'
import { tenancyThreats } from './threats/tenancy.ts'
import { watchThreats } from './threats/watches.ts'
import { webSubThreats } from './threats/websub.ts'

/** Every threat that the project answers, with its guard, its test and its removal. docs/threats.md is made from it. */
export const threats: readonly Threat[] = [
  ...tenancyThreats,
  ...secretThreats,
  ...edgeThreats,
  ...overloadThreats,
  ...guessingThreats,
  ...accountThreats,
  ...outsideThreats,
  ...notifierThreats,
  ...hostilePageThreats,
  ...privilegeThreats,
  ...fairnessThreats,
  ...sourceThreats,
  ...pageCheckThreats,
  ...watchThreats,
  ...webSubThreats,
  ...mcpThreats,
  ...siteReportThreats,
]
