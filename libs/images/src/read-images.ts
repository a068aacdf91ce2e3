import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The images that everything is built from and tested on, as .env.images names them. */
export function readImages(): Record<'NODE_IMAGE' | 'POSTGRES_IMAGE' | 'REDIS_IMAGE' | 'RABBITMQ_IMAGE', string> {
  const found = parseEnv(readFileSync(new URL('../../../.env.images', import.meta.url), 'utf8'))
  const image = (name: string): string => {
    const value = found[name]
    if (value === undefined) throw new Error(`.env.images does not name ${name}.`)
    return value
  }
  return {
    NODE_IMAGE: image('NODE_IMAGE'),
    POSTGRES_IMAGE: image('POSTGRES_IMAGE'),
    REDIS_IMAGE: image('REDIS_IMAGE'),
    RABBITMQ_IMAGE: image('RABBITMQ_IMAGE'),
  }
}
