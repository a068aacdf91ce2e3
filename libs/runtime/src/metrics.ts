import { counter, gauge, histogram } from './define-metric.ts'

// Every metric of every service, declared here and nowhere else. docs/metrics.md is written from it, and what dashboards
// and alerts ask for is compared with it.

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const patient = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400]

export const httpServerDuration = histogram({
  name: 'http.server.request.duration',
  unit: 's',
  description: 'Requests by route template, from their headers to the last byte of the answer.',
  labels: ['http.request.method', 'http.route', 'http.response.status_code'],
  buckets: quick,
})

export const rpcServerDuration = histogram({
  name: 'rpc.server.call.duration',
  unit: 's',
  description: 'gRPC calls answered.',
  labels: ['rpc.method', 'rpc.response.status_code'],
  buckets: quick,
})

export const rpcClientDuration = histogram({
  name: 'rpc.client.call.duration',
  unit: 's',
  description: 'gRPC calls made, with the wait for a server that starts.',
  labels: ['rpc.method', 'rpc.response.status_code'],
  buckets: quick,
})

export const dbDuration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  description: 'Statements by their name, without the wait for a connection.',
  labels: ['db.query.summary', 'error.type'],
  buckets: quick,
})

export const dbConnections = gauge({
  name: 'db.client.connection.count',
  unit: '{connection}',
  description: 'Connections to PostgreSQL, of a pool or shared.',
  labels: ['db.client.connection.pool.name', 'db.client.connection.state'],
})

export const dbConnectionsMost = gauge({
  name: 'db.client.connection.max',
  unit: '{connection}',
  description: 'Connections to PostgreSQL that may be opened, in a pool or shared.',
  labels: ['db.client.connection.pool.name'],
})

export const dbWaiting = gauge({
  name: 'db.client.connection.pending_requests',
  unit: '{request}',
  description: 'Who waits for a connection of the PostgreSQL pool.',
  labels: ['db.client.connection.pool.name'],
})

export const messagesSent = histogram({
  name: 'messaging.client.operation.duration',
  unit: 's',
  description: 'Messages published, until the broker has confirmed or the wait was given up.',
  labels: ['messaging.destination.name', 'error.type'],
  buckets: quick,
})

export const messagesProcessed = histogram({
  name: 'messaging.process.duration',
  unit: 's',
  description: 'Deliveries by what became of them: done, retry, wait (a dependency is away) or dead.',
  labels: ['messaging.destination.name', 'pagebell.fate'],
  buckets: patient,
})

export const messageAge = histogram({
  name: 'pagebell.message.age',
  unit: 's',
  description: 'How old a message is when its handler begins.',
  labels: ['messaging.destination.name'],
  buckets: patient,
})

export const deadLetters = counter({
  name: 'pagebell.dead_letters',
  unit: '{message}',
  description: 'Messages that were given up and wait for a person.',
  labels: ['messaging.destination.name'],
})

export const queueMessages = gauge({
  name: 'pagebell.queue.messages',
  unit: '{message}',
  description: 'Messages that wait, by queue and state: ready, alone, retry, or dead until a person looks.',
  labels: ['messaging.destination.name', 'pagebell.queue.state'],
})

export const outboxMessages = gauge({
  name: 'pagebell.outbox.messages',
  unit: '{message}',
  description: 'Rows of the outbox: committed and not yet confirmed by the broker.',
  labels: [],
})

export const outboxAge = gauge({
  name: 'pagebell.outbox.age',
  unit: 's',
  description: 'Age of the oldest row of the outbox.',
  labels: [],
})

export const urlsJudged = counter({
  name: 'pagebell.urls.judged',
  unit: '{url}',
  description: 'URLs of answered webhook requests by verdict: accepted, duplicate, invalid or foreign.',
  labels: ['pagebell.verdict'],
})

export const quotaRefusals = counter({
  name: 'pagebell.quota.refusals',
  unit: '{request}',
  description: 'Webhook requests refused because the quota of the period is used up.',
  labels: ['pagebell.period'],
})

export const deliveries = counter({
  name: 'pagebell.deliveries',
  unit: '{url}',
  description: 'URLs of answered engine requests by the state that the answer brought them to.',
  labels: ['pagebell.engine', 'pagebell.outcome'],
})

export const deliveryTime = histogram({
  name: 'pagebell.delivery.time',
  unit: 's',
  description: "From the webhook's 202 to the engine's final answer, a URL each.",
  labels: ['pagebell.engine', 'pagebell.outcome'],
  buckets: patient,
})

export const outboundEvents = counter({
  name: 'pagebell.events.sent',
  unit: '{request}',
  description: 'Requests to the endpoints of projects, by event and by whether the receiver took it.',
  labels: ['pagebell.event', 'pagebell.outcome'],
})

export const runs = gauge({
  name: 'pagebell.runs',
  unit: '{run}',
  description: 'Runs of reports that have not ended: waiting for their turn, released to the analyzers, or running.',
  labels: ['pagebell.run.state'],
})

export const runsAge = gauge({
  name: 'pagebell.runs.age',
  unit: 's',
  description: 'The oldest run: since it was asked for (waiting), released and not begun, or heard of last (running).',
  labels: ['pagebell.run.state'],
})

export const analyses = histogram({
  name: 'pagebell.analysis.duration',
  unit: 's',
  description: 'Analyses by outcome: rated, or the reason why not.',
  labels: ['pagebell.outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
})

export const workerTasks = gauge({
  name: 'pagebell.worker.tasks',
  unit: '{task}',
  description: 'Pages that wait for a thread of the analyzer, and threads there are.',
  labels: ['pagebell.worker.state'],
})

export const eventLoopDelay = gauge({
  name: 'nodejs.eventloop.delay.p99',
  unit: 's',
  description: 'How late timers were, since the last collection.',
  labels: [],
})

export const eventLoopDelayMax = gauge({
  name: 'nodejs.eventloop.delay.max',
  unit: 's',
  description: 'The longest that the event loop was held up, within the last 10 to 20 s of collections.',
  labels: [],
})

export const eventLoopUtilization = gauge({
  name: 'nodejs.eventloop.utilization',
  unit: '1',
  description: 'The part of the time in which the event loop was busy, since the last collection.',
  labels: [],
})

export const processMemory = gauge({
  name: 'process.memory.usage',
  unit: 'By',
  description: 'Memory that the process holds (resident).',
  labels: [],
})

export const heapUsed = gauge({
  name: 'v8js.memory.heap.used',
  unit: 'By',
  description: 'Memory of JavaScript objects.',
  labels: [],
})
