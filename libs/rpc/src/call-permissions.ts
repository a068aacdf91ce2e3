import {
  Accounts,
  ChannelCare,
  ChannelSettings,
  Channels,
  type Contract,
  Deliveries,
  DeliveryCounts,
  EmailLinks,
  EventEndpoints,
  ForcedBatches,
  FoundUrls,
  Hooks,
  IgnoredChecks,
  type MethodName,
  Pages,
  ProjectEndpoints,
  Projects,
  PublicReports,
  Quotas,
  Rehearsals,
  Reports,
  Requests,
  Scores,
  SignIns,
  SiteReports,
  SiteRuns,
  Sources,
  Submissions,
  Subscriptions,
  UsageDays,
  Watches,
} from './contracts.ts'

/** Who calls others by gRPC: services by their names, and the operator's commands. */
export type Caller = 'gateway' | 'panel' | 'intake' | 'notifier' | 'pages' | 'analyzer' | 'admin'

type MethodsOf<Definition> = keyof { [Key in keyof Definition as MethodName<Key>]: Key } & string

/** The paths of these methods of a contract, such as `/pagebell.project.v1.Accounts/Authenticate`. */
function methods<Definition>(contract: Contract<Definition>, ...names: MethodsOf<Definition>[]): string[] {
  return names.map((name) => `/${contract.name}/${name.charAt(0).toUpperCase()}${name.slice(1)}`)
}

/** What the panel and the API both offer an account for its projects and reports. */
const forAccounts = [
  ...methods(Accounts, 'getAccount'),
  ...methods(
    Projects,
    'changeProject',
    'createProject',
    'deleteProject',
    'ensureProject',
    'getProject',
    'listProjects',
  ),
  ...methods(ChannelSettings, 'chooseChannels', 'deleteChannel', 'listChannels', 'putChannel'),
  ...methods(IgnoredChecks, 'deleteIgnoredCheck', 'listIgnoredChecks', 'putIgnoredCheck'),
  ...methods(Reports, 'changeReport', 'compareRuns', 'createReport', 'createReports', 'deleteReport', 'getReport'),
  ...methods(Reports, 'listReports', 'listRuns'),
  ...methods(SiteReports, 'cancelSiteReport', 'compareSiteReports', 'createSiteReport', 'deleteSiteReport'),
  ...methods(SiteReports, 'getSiteReport', 'listSitePages', 'listSiteReports'),
  ...methods(Hooks, 'getHook', 'revokeHook', 'rotateHook', 'setHookEnabled'),
  ...methods(Quotas, 'closeProject', 'getUsage', 'setChannels'),
  ...methods(Requests, 'listRequests'),
  ...methods(Sources, 'changeSource', 'createSource', 'deleteSource', 'getSource', 'listKinds', 'listSources'),
  ...methods(Sources, 'rotateSource', 'trySource'),
  ...methods(Deliveries, 'getDelivery', 'listDeliveries', 'requeueDeliveries'),
  ...methods(DeliveryCounts, 'measureTimes'),
  ...methods(ProjectEndpoints, 'changeEndpoint', 'createEndpoint', 'deleteEndpoint', 'getEndpoint', 'listEndpoints'),
  ...methods(ProjectEndpoints, 'listEvents', 'rotateSecret', 'sendTest'),
  ...methods(ChannelCare, 'askEngine', 'checkKeyFile', 'getCare', 'pauseChannel'),
  ...methods(Pages, 'checkUrls', 'countVerdicts', 'listPages', 'listVerdicts'),
  ...methods(Pages, 'countChangingBlock', 'listChangingBlocks'),
  ...methods(Pages, 'deleteLastmodSitemap', 'getLastmodSitemap', 'rotateLastmodSitemap'),
  ...methods(Watches, 'decideHeld', 'deleteWatch', 'getWatch', 'listScans', 'listWatches', 'putWatch', 'scanWatch'),
]

/** The methods that each caller needs. It may call no others. */
export const permittedMethods: Readonly<Record<Caller, ReadonlySet<string>>> = {
  gateway: new Set([
    ...forAccounts,
    ...methods(Accounts, 'authenticate'),
    ...methods(Reports, 'awaitReport'),
    ...methods(ForcedBatches, 'forceUrls', 'listForcedBatches'),
    ...methods(Submissions, 'submitUrls'),
    ...methods(EmailLinks, 'confirm', 'unsubscribe'),
    ...methods(EventEndpoints, 'deleteEndpoint', 'getEndpoint', 'listEvents', 'putEndpoint', 'rotateSecret'),
    ...methods(EventEndpoints, 'sendTest', 'setEndpointEnabled'),
    ...methods(Pages, 'getPageRules', 'putPageRules', 'readLastmodSitemap'),
    ...methods(Subscriptions, 'deliver', 'verifyIntent'),
  ]),
  panel: new Set([
    ...forAccounts,
    ...methods(Accounts, 'changeAccountSettings', 'createKey', 'listKeys', 'revokeKey'),
    ...methods(Channels, 'getIndexNowKey'),
    ...methods(SignIns, 'changePassword', 'createFirstAccount', 'signIn'),
    ...methods(PublicReports, 'getPublicReport', 'unlockReport'),
    ...methods(UsageDays, 'listUsageDays'),
    ...methods(Scores, 'listScoreDays', 'listWorsened', 'sumProjectScores'),
    ...methods(Requests, 'getRequest'),
    ...methods(Rehearsals, 'tryUrls'),
    ...methods(Watches, 'discoverSite'),
    ...methods(FoundUrls, 'keepFoundUrls'),
    ...methods(Deliveries, 'countRejected'),
    ...methods(DeliveryCounts, 'countEnded', 'countStatuses', 'listEndedHours'),
  ]),
  intake: new Set([...methods(Deliveries, 'getBatch'), ...methods(ChannelCare, 'findKeyFile')]),
  notifier: new Set(methods(ChannelSettings, 'openSettings')),
  pages: new Set(methods(FoundUrls, 'keepFoundUrls')),
  analyzer: new Set(
    methods(SiteRuns, 'appendVisits', 'endSiteRun', 'listVisits', 'putSitePages', 'releaseSiteRun', 'takeSiteRun'),
  ),
  // The commands, and what `npm start` makes for its demo account.
  admin: new Set([
    ...methods(Accounts, 'authenticate', 'changePlan', 'createAccount', 'createKey', 'getAccount', 'listKeys'),
    ...methods(Accounts, 'deleteAccount', 'listAccounts', 'resumeAccount', 'revokeKey', 'suspendAccount'),
    ...methods(SignIns, 'createResetToken', 'createSetupToken', 'endSessions'),
    ...methods(Projects, 'ensureProject', 'getProject', 'listProjects'),
    ...methods(ChannelSettings, 'reencryptSettings'),
    ...methods(Hooks, 'getHook', 'rotateHook'),
    ...methods(Quotas, 'setLimits'),
    ...methods(ForcedBatches, 'forceUrls', 'listForcedBatches'),
    ...methods(Sources, 'reencryptSources'),
    ...methods(Deliveries, 'requeueDeliveries'),
    ...methods(EventEndpoints, 'reencryptSecrets'),
    ...methods(ChannelCare, 'pauseChannel', 'pauseEverywhere'),
    ...methods(Watches, 'listWatches', 'scanWatch'),
    ...methods(Subscriptions, 'reencryptSubscriptions'),
  ]),
}
