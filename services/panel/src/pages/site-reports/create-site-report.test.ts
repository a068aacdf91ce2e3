import { expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { siteReport } from '../../../test/test-site-report.ts'
import type { Clients } from '../../clients/clients.ts'
import { createSiteReport } from './create-site-report.ts'

const report = {
  account_id: 'account',
  project: 'example.com',
  url: 'http://example.com:8080/tea',
  selection: { start: ['links'], max_pages: 5_000, include: [], exclude: [] },
  privacy: 1,
}

/** Services that want a proof for the report; `problem` is what is wrong with the key file. */
function services(problem: string | undefined) {
  const asked: object[] = []
  const clients = {
    projects: { ensureProject: async () => ({ project_id: 'project' }) },
    siteReports: {
      async createSiteReport(request: { is_owner: boolean }) {
        if (!request.is_owner) throw fault('conflict', 'Many pages.', { code: 'ownership_not_proven' })
        return siteReport()
      },
    },
    channelCare: {
      async checkKeyFile(request: object) {
        asked.push(request)
        return { problem }
      },
    },
  }
  return { clients: clients as unknown as Clients, asked }
}

it('makes a large report of a site that serves the key file of its project', async () => {
  const { clients, asked } = services(undefined)
  expect(await createSiteReport(clients, report)).toMatchObject({ id: siteReport().id })
  expect(asked).toEqual([{ account_id: 'account', project_id: 'project', host: 'example.com:8080', scheme: 'http' }])
})

it('refuses a large report of a site without it, and says what is wrong with the file', async () => {
  const { clients } = services('It answers 404.')
  const refusal = { code: 'ownership_not_proven', message: 'Many pages. It answers 404.' }
  await expect(createSiteReport(clients, report)).rejects.toMatchObject(refusal)
})
