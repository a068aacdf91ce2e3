import { registerHooks } from 'node:module'

// For `node --import`: replaces spans and metrics by no-ops, to measure their cost while nothing is exported. Log lines
// have no trace ids then.
const replacements: Record<string, string> = {
  '/libs/runtime/src/span.ts': `
    const span = { setAttribute: () => span, setStatus: () => span, end() {} }
    export const openSpan = () => ({ span, run: (work) => work() })
    export const enterSpan = (_traceparent, _spanning, work) => work(span)
    export const inSpan = (_spanning, work) => work()
    export const inSharedSpan = (_traceparents, _spanning, work) => work()
    export const recordSpans = () => {}
    export const markFailed = () => {}
    export const errorType = () => 'unknown'`,
  '/libs/runtime/src/define-metric.ts': `
    export const counter = (about) => ({ ...about, add() {} })
    export const histogram = (about) => ({ ...about, record() {} })
    export const gauge = (about) => ({ ...about, read: () => ({ [Symbol.dispose]() {} }) })
    export const requestBuckets = []
    export const jobBuckets = []
    export const countWith = () => {}`,
}

registerHooks({
  load(url, context, nextLoad) {
    const found = Object.entries(replacements).find(([file]) => url.endsWith(file))
    return found === undefined ? nextLoad(url, context) : { format: 'module', source: found[1], shortCircuit: true }
  },
})
