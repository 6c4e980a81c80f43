import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf } from './line-of.ts'
import { root, shippedPackages } from './notices/packages.ts'
import { writeNotices } from './notices/write.ts'

/**
 * `npm run notices` writes the licences of everything that is shipped to `THIRD-PARTY-NOTICES`. Exit 1 with a line when a
 * licence or its text is not known.
 */
try {
  const shipped = shippedPackages()
  writeFileSync(join(root, 'THIRD-PARTY-NOTICES'), writeNotices(shipped))
  console.log(`The licences of ${shipped.packages.length} packages are in THIRD-PARTY-NOTICES.`)
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}
