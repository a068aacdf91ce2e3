import { expect, it } from '@jest/globals'
import { findModule } from './find-module.ts'
import { decisiveModules } from './modules.ts'

it.each(decisiveModules)('$name is one file with its unit test', (module) => {
  const { file, tests } = findModule(module)
  expect(file).toMatch(/\/src\/.*\.ts$/)
  expect(tests.length).toBeGreaterThan(0)
})
