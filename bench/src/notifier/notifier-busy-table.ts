import type { NotifierBusy } from './measure-notifier-busy.ts'
import { maxDuplicateShare } from './start-engine.ts'

export function notifierBusyTable({ busyProcesses, urls, received, duplicateShare }: NotifierBusy): string[] {
  return [
    '| variant | URLs submitted | URLs received by the engine | duplicates among them | max |',
    '|---|---|---|---|---|',
    `| Pagebell notifier, ${busyProcesses} busy processes beside it | ${urls} | ${received} | ${percent(duplicateShare)} | ${percent(maxDuplicateShare)} |`,
  ]
}

const percent = (share: number): string => `${(100 * share).toFixed(3)} %`
