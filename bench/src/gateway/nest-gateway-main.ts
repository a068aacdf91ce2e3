import 'reflect-metadata'
import { Controller, Get, Headers, Module, Param, Query, Req, UnauthorizedException } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { type ClientGrpc, ClientProxyFactory } from '@nestjs/microservices'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { pageEnvelope } from '@pagebell/gateway-service/src/http/pagination.ts'
import { toReportItem, toReportJson } from '@pagebell/gateway-service/src/reports/report-json.ts'
import type { Report__Output as Report, ReportList__Output as ReportList } from '@pagebell/protos/report/v1/report'
import { firstValueFrom, type Observable } from 'rxjs'
import { accountFinder } from './account-of-key.ts'
import { grpcOptions } from './nest-grpc.ts'

// The gateway on Nest. Node does not support decorators, so they are called as functions.
const { SERVICE = '', PORT, API_KEY = '', ACCOUNT_ID = '', PUBLIC_URL = '' } = process.env
const accountOf = accountFinder(API_KEY, ACCOUNT_ID)
const publicUrl = (path: string): string => `${PUBLIC_URL}${path}`

type Service = {
  getReport: (request: object) => Observable<Report>
  listReports: (request: object) => Observable<ReportList>
}
const client = ClientProxyFactory.create(grpcOptions(SERVICE)) as unknown as ClientGrpc
const reports = client.getService<Service>('Reports')

class Reports {
  async one(authorization: string, id: string) {
    const report = await firstValueFrom(reports.getReport({ account_id: callerOf(authorization), id }))
    return { data: toReportJson(report, publicUrl), status: 200 }
  }
  async list(authorization: string, query: { per_page?: string }, request: { url: string }) {
    const per_page = Number(query.per_page ?? 10)
    const listRequest = { account_id: callerOf(authorization), per_page, page: 1, sort_by: 'id', sort: 'desc' }
    const found = await firstValueFrom(reports.listReports(listRequest))
    const data = found.reports.map((report) => toReportItem(report, publicUrl))
    const { total, total_is_capped, next_cursor } = found
    const totals = { total, total_is_capped, ...(next_cursor !== undefined && { next_cursor }) }
    const envelope = pageEnvelope(publicUrl('/api/v1/reports'), request.url, { per_page }, data.length, totals)
    return { data, ...envelope, status: 200 }
  }
  ready() {
    return {}
  }
}

function callerOf(authorization: string): string {
  const accountId = accountOf(authorization)
  if (accountId === undefined) throw new UnauthorizedException()
  return accountId
}

const method = (name: keyof Reports) => Object.getOwnPropertyDescriptor(Reports.prototype, name) as PropertyDescriptor
Controller()(Reports)
Headers('authorization')(Reports.prototype, 'one', 0)
Param('id')(Reports.prototype, 'one', 1)
Get('api/v1/reports/:id')(Reports.prototype, 'one', method('one'))
Headers('authorization')(Reports.prototype, 'list', 0)
Query()(Reports.prototype, 'list', 1)
Req()(Reports.prototype, 'list', 2)
Get('api/v1/reports')(Reports.prototype, 'list', method('list'))
Get('ready')(Reports.prototype, 'ready', method('ready'))

class Root {}
Module({ controllers: [Reports] })(Root)

const app = await NestFactory.create<NestFastifyApplication>(Root, new FastifyAdapter(), { logger: false })
await app.listen(Number(PORT), '127.0.0.1')
