// npm run --silent sbom > sbom.json
import { join } from 'node:path'
import { deployedServices } from '../deployed-services.ts'
import { describePackages } from './describe-packages.ts'

const root = join(import.meta.dirname, '../../../..')
const images = [...deployedServices.map(({ name }) => `services/${name}`), 'tools/deploy', 'tools/sandbox']
console.log(JSON.stringify(await describePackages(root, images), null, 2))
