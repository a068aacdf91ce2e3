// What a container's engine runs to learn whether the service is ready; plain JavaScript, as it is started every few
// seconds. The one variable that ends in _HEALTH_PORT says where to ask.
import { get } from 'node:http'

const [, port] = Object.entries(process.env).find(([name]) => name.endsWith('_HEALTH_PORT')) ?? []
get({ host: '127.0.0.1', port, path: '/readyz', timeout: 4_000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1)
})
  .on('error', () => process.exit(1))
  .on('timeout', () => process.exit(1))
