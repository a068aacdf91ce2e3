import { Accounts, ChannelSettings, Channels, IgnoredChecks, Projects, SignIns } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { authenticate } from './rpc/authenticate.ts'
import { changePassword } from './rpc/change-password.ts'
import { changePlan } from './rpc/change-plan.ts'
import { chooseChannels } from './rpc/choose-channels.ts'
import { createAccount } from './rpc/create-account.ts'
import { createFirstAccount } from './rpc/create-first-account.ts'
import { createKey } from './rpc/create-key.ts'
import { createProject } from './rpc/create-project.ts'
import { createResetToken } from './rpc/create-reset-token.ts'
import { createSetupToken } from './rpc/create-setup-token.ts'
import { deleteAccount } from './rpc/delete-account.ts'
import { deleteChannel } from './rpc/delete-channel.ts'
import { deleteIgnoredCheck } from './rpc/delete-ignored-check.ts'
import { deleteProject } from './rpc/delete-project.ts'
import { endSessions } from './rpc/end-sessions.ts'
import { ensureProject } from './rpc/ensure-project.ts'
import { getAccount } from './rpc/get-account.ts'
import { getIndexNowKey } from './rpc/get-indexnow-key.ts'
import { getProject } from './rpc/get-project.ts'
import { listAccounts } from './rpc/list-accounts.ts'
import { listChannels } from './rpc/list-channels.ts'
import { listIgnoredChecks } from './rpc/list-ignored-checks.ts'
import { listKeys } from './rpc/list-keys.ts'
import { listProjects } from './rpc/list-projects.ts'
import { openSettings } from './rpc/open-settings.ts'
import { putChannel } from './rpc/put-channel.ts'
import { putIgnoredCheck } from './rpc/put-ignored-check.ts'
import { reencryptSettings } from './rpc/reencrypt-settings.ts'
import { resumeAccount } from './rpc/resume-account.ts'
import { revokeKey } from './rpc/revoke-key.ts'
import { signIn } from './rpc/sign-in.ts'
import { suspendAccount } from './rpc/suspend-account.ts'
import type { ServiceTools } from './service-tools.ts'

/** Everything this service serves. Apart from main.ts so that the tests serve the same. */
export function implementServices(tools: ServiceTools) {
  return [
    implement(Accounts, {
      authenticate: authenticate(tools),
      getAccount: getAccount(tools),
      listAccounts: listAccounts(tools),
      createAccount: createAccount(tools),
      suspendAccount: suspendAccount(tools),
      resumeAccount: resumeAccount(tools),
      deleteAccount: deleteAccount(tools),
      changePlan: changePlan(tools),
      createKey: createKey(tools),
      listKeys: listKeys(tools),
      revokeKey: revokeKey(tools),
    }),
    implement(SignIns, {
      signIn: signIn(tools),
      changePassword: changePassword(tools),
      endSessions: endSessions(tools),
      createSetupToken: createSetupToken(tools),
      createResetToken: createResetToken(tools),
      createFirstAccount: createFirstAccount(tools),
    }),
    implement(Projects, {
      listProjects: listProjects(tools),
      getProject: getProject(tools),
      createProject: createProject(tools),
      ensureProject: ensureProject(tools),
      deleteProject: deleteProject(tools),
    }),
    implement(IgnoredChecks, {
      listIgnoredChecks: listIgnoredChecks(tools),
      putIgnoredCheck: putIgnoredCheck(tools),
      deleteIgnoredCheck: deleteIgnoredCheck(tools),
    }),
    implement(Channels, { getIndexNowKey: getIndexNowKey(tools) }),
    implement(ChannelSettings, {
      listChannels: listChannels(tools),
      putChannel: putChannel(tools),
      deleteChannel: deleteChannel(tools),
      chooseChannels: chooseChannels(tools),
      openSettings: openSettings(tools),
      reencryptSettings: reencryptSettings(tools),
    }),
  ]
}
