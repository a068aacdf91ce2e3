import { grouped } from './parts/number.ts'

/** What a page says after something was done, by the code that its cookie carries. */
const notices = {
  'signed-out': 'You are signed out.',
  'signed-out-everywhere': 'You are signed out everywhere.',
  'password-changed': 'Your password is changed. Every other session is signed out.',
  'report-deleted': 'The report is deleted.',
  'report-requested': 'The page is being analyzed again.',
  'privacy-changed': 'Who may see the report is changed.',
  'project-created': 'The project is there. Create its webhook next.',
  'project-deleted': 'The project, its reports and its webhook are deleted.',
  'hook-enabled': 'The webhook takes URLs again.',
  'hook-disabled': 'The webhook is disabled. Requests with its token are refused.',
  'hook-revoked': 'The webhook is revoked. Its token is worth nothing from now on.',
  'key-revoked': 'The API key is revoked.',
  'endpoint-saved': 'The address of events is saved.',
  'endpoint-enabled': 'The address is told of events again.',
  'endpoint-disabled': 'The address is disabled. What was waiting is dropped.',
  'endpoint-tried': 'A test is on its way. What became of it stands among the newest events.',
  'endpoint-removed': 'The address of events is removed.',
  'channel-saved': 'The settings of the channel are saved.',
  'channel-removed': 'The settings of the channel are removed.',
  'channel-paused': 'The channel is paused. URLs are accepted and held.',
  'channel-goes-on': 'The channel goes on.',
  'key-file-served': 'The key file is served.',
  'key-file-missing': 'The key file is not served as engines want it.',
  'channels-chosen': 'The choice of channels is saved.',
  'check-ignored': 'The check is left out of the score from now on.',
  'check-counted': 'The check counts again.',
  'nothing-requeued': 'Nothing was requeued: only held and rejected deliveries can be.',
} as const

export type Notice = keyof typeof notices | `requeued-${number}`

/** The words of a notice by the code in its cookie; undefined for what is none. */
export function noticeText(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (Object.hasOwn(notices, code)) return notices[code as keyof typeof notices]
  const count = /^requeued-(\d{1,9})$/.exec(code)?.[1]
  if (count === undefined) return undefined
  return count === '1' ? 'The delivery is due again.' : `${grouped(Number(count))} deliveries are due again.`
}
