import { parentPort, workerData } from 'node:worker_threads'
import type { Attack } from '../attack.ts'
import type { Customer, World } from './build-world.ts'

/** Attackers have a thread to themselves as well: what they cost their own machine is no damage to the system. */
export type AttackData = { file: string; world: World; accounts: Customer[] }
export type AttackNews = 'under way' | 'over'

const { file, world, accounts } = workerData as AttackData
const port = parentPort
if (port === null) throw new Error('This file is started as a thread.')

const { attack } = (await import(file)) as { attack: Attack }
const ending = new AbortController()
port.once('message', () => ending.abort())
const post = (news: AttackNews): void => port.postMessage(news)
await attack.run({ world, accounts, signal: ending.signal, underWay: () => post('under way') })
post('over')
port.close()
