import 'reflect-metadata'
import { Body, Controller, Get, HttpCode, Module, Param, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { type Batch, hookTaker } from './hook-app.ts'
import { byRabbitmq } from './job-queues/by-rabbitmq.ts'

// The same webhook on Nest, Redis and RabbitMQ. Node does not support decorators, so they are called as functions.
const { TOKENS = '', PORT, REDIS_URL = '', AMQP_URL = '', QUEUE = '' } = process.env
const take = hookTaker(TOKENS.split(','), await byRabbitmq(AMQP_URL, REDIS_URL, QUEUE))

class Hooks {
  async submit(token: string, body: Batch) {
    return take(token, body)
  }
  ready() {
    return {}
  }
}
const method = (name: keyof Hooks) => Object.getOwnPropertyDescriptor(Hooks.prototype, name) as PropertyDescriptor
Controller()(Hooks)
Param('token')(Hooks.prototype, 'submit', 0)
Body()(Hooks.prototype, 'submit', 1)
HttpCode(202)(Hooks.prototype, 'submit', method('submit'))
Post('api/hooks/:token/submit')(Hooks.prototype, 'submit', method('submit'))
Get('ready')(Hooks.prototype, 'ready', method('ready'))

class Root {}
Module({ controllers: [Hooks] })(Root)

const adapter = new FastifyAdapter({ bodyLimit: 4 * 1_024 * 1_024 })
const app = await NestFactory.create<NestFastifyApplication>(Root, adapter, { logger: false })
await app.listen(Number(PORT), '127.0.0.1')
