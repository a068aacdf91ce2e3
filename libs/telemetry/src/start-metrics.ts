import { collectMetrics, countMetrics } from '@pagebell/runtime/define-metric'
import { exposeMetrics } from '@pagebell/runtime/serve-health'
import type { ServiceAttributes } from './service-attributes.ts'
import { watchProcess } from './watch-process.ts'
import { writePrometheus } from './write-prometheus.ts'

/** Counts, for whoever reads /metrics on the health port. */
export function startMetrics(attributes: ServiceAttributes): Disposable {
  countMetrics(true)
  exposeMetrics(async () => writePrometheus(await collectMetrics(), attributes))
  const watching = watchProcess()
  return {
    [Symbol.dispose]() {
      exposeMetrics(undefined)
      watching[Symbol.dispose]()
      countMetrics(false)
    },
  }
}
