import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const folder = join(import.meta.dirname, '../../../docs/adr')
const records = readdirSync(folder).sort()

it('each decision has a number of its own, without a gap', () => {
  expect(records.map((file) => Number(file.slice(0, 4)))).toEqual(records.map((_, index) => index + 1))
})

it.each(records)('%s bears its number in its title', (file) => {
  expect(readFileSync(join(folder, file), 'utf8')).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `))
})
