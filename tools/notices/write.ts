import { compare, type Package, type Shipped } from './packages.ts'
import { noticesOf } from './texts.ts'

/**
 * The content of `THIRD-PARTY-NOTICES`: the list of packages, then each licence text once, below the names of the packages
 * that it belongs to. The same packages give the same bytes.
 */
export function writeNotices(shipped: Shipped): string {
  const about = new Map<string, string[]>()
  for (const { about: whom, text } of shipped.packages.flatMap(noticesOf)) {
    about.set(text, [...(about.get(text) ?? []), whom])
  }
  const texts = [...about].sort(([, a], [, b]) => compare(a[0] ?? '', b[0] ?? ''))
  return [
    index(shipped),
    ...texts.map(([text, whom]) => `${rule('=')}\n${whom.join('\n')}\n${rule('-')}\n\n${text}\n`),
  ].join('\n')
}

/** The list of packages. It depends on the lock file and the build only, not on the platform. */
export function index({ packages, elsewhere }: Shipped): string {
  return `THIRD-PARTY NOTICES

Third-party software in an installation of Countinghouse on linux-x64, and its licences. \`npm run notices\` writes this
file; a test compares it with what is installed and built.

server:  installed by \`npm ci --omit=dev\`
browser: in the files that browsers load

${table(packages)}

On other platforms npm installs these packages in place of their linux-x64 siblings. This file names their
licences and does not have their texts.

${table(elsewhere)}
`
}

function table(packages: Package[]): string {
  return packages
    .map((one) => {
      const where = [one.installed ? 'server' : [], one.bundled ? 'browser' : []].flat().join(', ')
      return `${`${one.name} ${one.version}`.padEnd(56)} ${one.licence.padEnd(20)} ${where}`.trimEnd()
    })
    .join('\n')
}

const rule = (mark: string): string => mark.repeat(100)
