import { gauge } from '@pagebell/runtime/define-metric'

export const eventLoopDelay = gauge({
  name: 'nodejs.eventloop.delay.p99',
  unit: 's',
  description: '99th percentile of timer delay in the current window of 10 s.',
  labels: [],
})

export const eventLoopDelayMax = gauge({
  name: 'nodejs.eventloop.delay.max',
  unit: 's',
  description: 'Longest timer delay within the last 10 to 20 s of collections.',
  labels: [],
})

export const eventLoopUtilization = gauge({
  name: 'nodejs.eventloop.utilization',
  unit: '1',
  description: 'Fraction of the current window of 10 s in which the event loop was busy.',
  labels: [],
})

export const processMemory = gauge({
  name: 'process.memory.usage',
  unit: 'By',
  description: 'Resident memory of the process.',
  labels: [],
})

export const heapUsed = gauge({
  name: 'v8js.memory.heap.used',
  unit: 'By',
  description: 'Memory of JavaScript objects.',
  labels: [],
})
