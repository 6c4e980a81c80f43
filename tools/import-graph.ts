import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** Reads the imports of the sources, for `npm run domains` and for the rules of `test/tidy.test.ts`. */
const root = join(import.meta.dirname, '..')

/** All sources, as paths from the project's folder. */
export const sources = ['contract', 'i18n', 'server', 'console', 'checkout', 'test', 'e2e', 'bench', 'tools'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap((entry) =>
      entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) ? [relative(root, join(entry.parentPath, entry.name))] : [],
    ),
)

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Whether a file is only for tests. */
export const isTest = (file: string): boolean =>
  /\.(test|fault|spec)\.tsx?$|^(test|e2e|bench)\/|\/([a-z]+-)?fixtures\.ts$/.test(file)

/** Whether an imported name is a path of this project, not a package. */
export const isOurs = (name: string): boolean =>
  /^(contract|i18n|server|console|checkout|test|e2e|bench|tools)\//.test(name)

/** The imports of a file, types included, each as a path of this project or a package's name. */
export function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => {
    const name = (match[1] ?? match[2] ?? match[3]) as string
    if (name.startsWith('#')) return name.slice(1)
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
  })
}

/** The imports of each group of files from another: the module names without extension, sorted. */
export type Imports = Record<string, Record<string, string>>

/** The imports between groups of product files. `groupOf` gives a file's group; undefined leaves it out. */
export function importsBetween(groupOf: (path: string) => string | undefined): Imports {
  const found: Record<string, Record<string, Set<string>>> = {}
  for (const file of sources.filter((source) => !isTest(source)))
    for (const name of importsOf(file)) {
      const [from, to] = [groupOf(file), groupOf(name)]
      if (from === undefined || to === undefined || from === to) continue
      const inside = name.slice(name.indexOf(`/${to}/`) + to.length + 2).replace(/\.tsx?$/, '')
      ;((found[from] ??= {})[to] ??= new Set()).add(inside)
    }
  return inOrder(found, (targets) => inOrder(targets, (modules) => [...modules].toSorted().join(', ')))
}
const inOrder = <V, R>(record: Record<string, V>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(
    Object.entries(record)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, map(value)]),
  )

/** The same as lines: `payments → channels: channel`. */
export const linesOf = (imports: Imports): string[] =>
  Object.entries(imports).flatMap(([from, targets]) =>
    Object.entries(targets).map(([to, modules]) => `${from} → ${to}: ${modules}`),
  )

/** The import circles between groups, each as the names on its way; empty when there is none. */
export function circlesIn(imports: Imports): string[] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [from]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const to of Object.keys(imports[next] ?? {})) if (!seen.has(to) && seen.add(to)) open.push(to)
    return seen
  }
  const reached = Object.fromEntries(Object.keys(imports).map((name) => [name, reach(name)]))
  const circleOf = (name: string) =>
    Object.keys(imports).filter((other) => reached[name]?.has(other) && reached[other]?.has(name))
  return [
    ...new Set(
      Object.keys(imports)
        .filter((name) => reached[name]?.has(name))
        .map((name) => circleOf(name).join(' ⇄ ')),
    ),
  ]
}

/** The server domain that a file is of: a folder below `server/` other than the kit and the database's. */
export const domainOf = (path: string): string | undefined => /^server\/(?!kit\/|db\/)([^/]+)\//.exec(path)?.[1]

/** The kit folder that a file is in. */
export const roomOf =
  (kit: 'server/kit' | 'console/kit') =>
  (path: string): string | undefined =>
    path.startsWith(`${kit}/`) ? /^([^/]+)\//.exec(path.slice(kit.length + 1))?.[1] : undefined
