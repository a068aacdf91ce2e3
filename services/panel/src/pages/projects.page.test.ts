import { expect, it } from '@jest/globals'
import { daysAgo } from '../html/format.ts'
import { findUnannounced } from './projects.page.ts'

it('offers to continue the set-up of new projects that have announced nothing', async () => {
  const lookedUp: (string[] | undefined)[] = []
  const clients = {
    deliveryCounts: {
      async countEnded({ project_ids }: { project_ids?: string[] }) {
        lookedUp.push(project_ids)
        return { projects: [{ project_id: 'announced once', delivered: 1, rejected: 0 }] }
      },
    },
  } as unknown as Parameters<typeof findUnannounced>[0]
  const projects = ['added', 'announced lately', 'announced once', 'only rejected'].map((project_id) => {
    return { project_id, created_at: daysAgo(29) }
  })
  const old = { project_id: 'added long ago', created_at: daysAgo(31) }
  const ended = new Map([
    ['announced lately', { delivered: 2, rejected: 0 }],
    ['only rejected', { delivered: 0, rejected: 1 }],
  ])
  const found = await findUnannounced(clients, 'account', { projects: [...projects, old], ended })
  expect([...(found ?? [])]).toEqual(['added', 'only rejected'])
  expect(lookedUp).toEqual([['added', 'announced once', 'only rejected']])
})
