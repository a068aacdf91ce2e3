import 'reflect-metadata'
import { createServer } from 'node:http'
import { Controller, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices'
import type { Report } from '@pagebell/protos/report/v1/report'
import { grpcOptions } from './nest-grpc.ts'
import { type Row, reportReader, type WholeRow } from './read-reports.ts'

// The report service as a Nest microservice. Node does not support decorators, so they are called as functions.
const { DATABASE_URL = '', PORT, RPC_PORT } = process.env
const read = reportReader(DATABASE_URL)

/** proto-loader rejects null; a field that is not set has to be absent. */
const present = ({ created_at, error_code, error_message, ...row }: Row): Report => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  generated_at: created_at,
  ...(error_code !== null && { error: { code: error_code, message: error_message ?? '' } }),
})
const whole = ({ results, categories, ...row }: WholeRow): Report => ({
  ...present(row),
  results_json: Buffer.from(JSON.stringify(results)),
  categories_json: Buffer.from(JSON.stringify(categories)),
})

class Reports {
  async getReport({ account_id, id }: { account_id: string; id: string }): Promise<Report> {
    const row = await read.one(account_id, id)
    if (row === undefined) throw new Error('There is no such report.')
    return whole(row)
  }
  async listReports({ account_id, per_page }: { account_id: string; per_page: number }) {
    const { rows, total } = await read.list(account_id, per_page)
    return { reports: rows.map(present), total, total_is_capped: false, next_cursor: 'after' }
  }
}
const method = (name: keyof Reports) => Object.getOwnPropertyDescriptor(Reports.prototype, name) as PropertyDescriptor
Controller()(Reports)
GrpcMethod('Reports', 'GetReport')(Reports.prototype, 'getReport', method('getReport'))
GrpcMethod('Reports', 'ListReports')(Reports.prototype, 'listReports', method('listReports'))

class Root {}
Module({ controllers: [Reports] })(Root)

const options: MicroserviceOptions = grpcOptions(`127.0.0.1:${RPC_PORT}`)
const app = await NestFactory.createMicroservice<MicroserviceOptions>(Root, { ...options, logger: false })
await app.listen()
// The bench polls this port to learn when the service is ready: the service itself speaks only gRPC.
createServer((_request, reply) => reply.end()).listen(Number(PORT), '127.0.0.1')
