// What a container's engine runs to learn whether the service is ready; plain JavaScript, as it is started every few
// seconds. The one variable that ends in _HEALTH_PORT says where to ask; a program that has no such port is asked at the
// port and path of the command line.
import { get } from 'node:http'

const [, healthPort] = Object.entries(process.env).find(([name]) => name.endsWith('_HEALTH_PORT')) ?? []
const [, , port = healthPort, path = '/readyz'] = process.argv
get({ host: '127.0.0.1', port, path, timeout: 4_000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1)
})
  .on('error', () => process.exit(1))
  .on('timeout', () => process.exit(1))
