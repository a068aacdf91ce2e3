import { type Finding, type Format, faultsOf, messageOf, type Rated } from './rated.ts'

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'

/** SARIF 2.1.0 (OASIS): a rule for each check, a result for each that failed or warns. */
export const sarif: Format = ({ pages }) => {
  const faults = pages.flatMap((page) => faultsOf(page).map((fault) => ({ page, fault })))
  const rules = [...new Map(faults.map(({ fault }) => [fault.check, ruleOf(fault)])).values()]
  const run = {
    tool: { driver: { name: 'Pagebell', informationUri: 'https://github.com/pagebell/pagebell', rules } },
    results: faults.map(({ page, fault }) => resultOf(page, fault)),
    invocations: [
      {
        executionSuccessful: pages.every(({ score }) => score !== null),
        toolExecutionNotifications: pages.flatMap(({ url, problem }) =>
          problem === undefined ? [] : [{ level: 'error', message: { text: `${url}: ${problem}` } }],
        ),
      },
    ],
  }
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)
}

const ruleOf = ({ check, category, importance, fix }: Finding) => ({
  id: check,
  name: check,
  ...(fix !== '' && { help: { text: fix } }),
  properties: { category, importance },
})

const resultOf = ({ url }: Rated, fault: Finding) => ({
  ruleId: fault.check,
  level: fault.status === 'fail' ? 'error' : 'warning',
  message: { text: messageOf(fault) },
  locations: [{ physicalLocation: { artifactLocation: { uri: url } } }],
})
