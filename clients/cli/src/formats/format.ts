import { github } from './github.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import type { Format } from './rated.ts'
import { sarif } from './sarif.ts'
import { text } from './text.ts'

/** `[{url, score, problem, report}]`; the report is that of the API. */
const json: Format = ({ pages }) => JSON.stringify(pages, null, 2)

/** The values of --format and --write. */
export const formats = { text, json, junit, sarif, md: markdown, github } satisfies Record<string, Format>
