import { connect } from 'amqplib'
import fastify from 'fastify'
import pg from 'pg'

// A minimal service of this kind: a port, a database and a broker.
const { AMQP_URL = '', DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const channel = await (await connect(AMQP_URL)).createChannel()
const app = fastify()
app.get('/ready', async () => {
  await pool.query('select 1')
  return { messages: (await channel.assertQueue('', { exclusive: true })).messageCount }
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
