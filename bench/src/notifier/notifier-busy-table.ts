import type { NotifierBusy } from './measure-notifier-busy.ts'

export function notifierBusyTable({ busyProcesses, urls, received }: NotifierBusy): string[] {
  return [`${urls} URLs were submitted beside ${busyProcesses} busy processes, and the engine received ${received}.`]
}
