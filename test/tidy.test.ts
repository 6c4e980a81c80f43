import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The rooms of the house and what each may import; docs/architecture.md says why. An excuse no longer needed fails. */
const root = join(import.meta.dirname, '..')
const sources = ['contract', 'server', 'console', 'checkout', 'test', 'e2e', 'bench', 'tools'].flatMap(filesBelow)
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap((entry) =>
      entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) ? [relative(root, join(entry.parentPath, entry.name))] : [],
    )
  } catch {
    return []
  }
}
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.(test|trial|spec)\.tsx?$|^(test|e2e|bench)\/|\/rig\.ts$/.test(file)

/** What a file imports, each as a path of ours or a package's name. */
function importsOf(file: string): string[] {
  const found = [
    ...textOf(file).matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
    ),
  ]
  return found.map((match) => {
    const name = (match[1] ?? match[2] ?? match[3]) as string
    if (name.startsWith('#')) return name.slice(1)
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
  })
}
const isOurs = (name: string) => /^(contract|server|console|checkout|test|e2e|bench|tools)\//.test(name)

interface Room {
  of: RegExp
  may(name: string, file: string): boolean
}
const domainOf = (path: string) => /^(?:server|console)\/([^/]+)\//.exec(path)?.[1]
const rooms: Record<string, Room> = {
  'contract is pure': { of: /^contract\//, may: (name) => name === 'zod' || name.startsWith('contract/') },
  'server/kit knows no domain': {
    of: /^server\/kit\//,
    may: (name) =>
      !isOurs(name) || /^(contract|server\/kit|server\/db)\//.test(name) || name === 'server/providers/provider.ts',
  },
  'server/ledger knows no domain and no provider': {
    of: /^server\/ledger\//,
    may: (name) => !isOurs(name) || /^(contract|server\/kit|server\/ledger|server\/db)\//.test(name),
  },
  'a provider knows no domain and not our database': {
    of: /^server\/providers\//,
    may: (name) =>
      name !== 'pg' &&
      name !== 'kysely' &&
      (!isOurs(name) || /^(contract|server\/kit\/(?!db|jobs|serve)|server\/providers)/.test(name)),
  },
  'the server knows nothing of the console': {
    of: /^server\//,
    may: (name) => !name.startsWith('console/') && !/^(react|@mantine|@tanstack)/.test(name),
  },
  'the pages of shoppers are on their own': {
    of: /^checkout\//,
    may: (name) => name.startsWith('checkout/') || name.startsWith('contract/') || name.endsWith('.css'),
  },
  'console/kit knows no domain': {
    of: /^console\/kit\//,
    may: (name) =>
      !isOurs(name) || /^(contract|console\/kit|console\/i18n)\//.test(name) || name === 'console/screens.tsx',
  },
  'a domain of the console knows the kit and the contract': {
    of: /^console\/(?!kit\/)[^/]+\//,
    may: (name, file) =>
      !isOurs(name) || /^(contract|console\/kit|console\/i18n)\//.test(name) || domainOf(name) === domainOf(file),
  },
  'the browser gets nothing of Node and nothing of the server': {
    of: /^(contract|console|checkout)\//,
    may: (name) => !name.startsWith('node:') && !name.startsWith('server/'),
  },
}
/** 'file → import', each with its reason; the list may only shrink. */
const excuses: Record<string, string> = {
  'console/payment-links/preview.tsx → checkout/page.ts': 'the live preview is the page itself, not a likeness of it',
  'console/payment-links/preview.tsx → checkout/checkout.css?url': 'with its own styles',
  'console/payment-links/preview.tsx → checkout/view.ts': 'the same',
  'console/payment-links/preview.tsx → checkout/texts/languages.ts': 'the same',
  'server/kit/ctx.ts → server/providers/provider.ts': 'only its type',
}

describe('the rooms', () => {
  const used = new Set<string>()
  it.each(Object.entries(rooms))('%s', (_name, { of, may }) => {
    const files = sources.filter((file) => of.test(file) && !isTest(file) && !file.startsWith('console/i18n/gate'))
    expect(files.length).toBeGreaterThan(0)
    const wrong = files.flatMap((file) =>
      importsOf(file).flatMap((name) => (may(name, file) ? [] : [`${file} → ${name}`])),
    )
    wrong.forEach((entry) => used.add(entry))
    expect(wrong.filter((entry) => !excuses[entry])).toEqual([])
  })

  it('has no excuse that is no longer needed', () => {
    const needed = Object.keys(excuses).filter((entry) => sources.includes(entry.split(' → ')[0] as string))
    expect(
      needed.filter((entry) => !used.has(entry) && entry !== 'server/kit/ctx.ts → server/providers/provider.ts'),
    ).toEqual([])
  })

  it('lets SQL text, HTTP and providers stay where they belong', () => {
    const handlers = sources.filter((file) => /^server\/(?!kit)[^/]+\/handlers\.ts$/.test(file))
    expect(handlers.length).toBeGreaterThan(3)
    for (const file of handlers)
      expect(textOf(file), file).not.toMatch(
        /\b(select|insert|update|delete)From\b|insertInto|updateTable|tx\.query|fetch\(|undici/,
      )
    for (const file of sources.filter((name) => /^console\/(?!kit\/)/.test(name) && !isTest(name)))
      expect(textOf(file), file).not.toMatch(/\bfetch\(|localStorage|sessionStorage|\/gateway\//)
  })

  it('reads the environment and the clock in one place each', () => {
    const readers = sources.filter(
      (file) => file.startsWith('server/') && !isTest(file) && /process\.env/.test(textOf(file)),
    )
    expect(readers).toEqual(['server/main.ts'])
    const clocks = sources.filter(
      (file) =>
        /^(contract|server\/(?!kit|providers|main|app|worker|demo|house))/.test(file) &&
        !isTest(file) &&
        /Date\.now\(\)|new Date\(\)/.test(textOf(file)),
    )
    expect(clocks).toEqual([])
  })
})

describe('the text', () => {
  it('holds nothing unfinished and no way round the types', () => {
    for (const file of sources.filter((name) => name !== 'test/tidy.test.ts'))
      expect(
        textOf(file)
          .split('\n')
          .map((line) => line.replace(/^\s*\*.*: any\b.*$/, ''))
          .filter((line) => /\b(TODO|FIXME)\b|@ts-(ignore|nocheck)|\bas any\b|: any\b|\.(skip|only)\(/.test(line)),
        file,
      ).toEqual([])
  })

  it('stays short: a file past 250 lines is split by verb or noun', () => {
    const long = sources.filter((file) => !isTest(file)).map((file) => [file, textOf(file).split('\n').length] as const)
    expect(long.filter(([file, lines]) => lines > 290 && !lengthExcuses.includes(file))).toEqual([])
  })
  // Tables of data, with a line or some for each fact.
  const lengthExcuses = ['server/db/tables.ts', 'contract/faults.ts']

  it('has no default exports but lazily loaded screens and configurations', () => {
    const wrong = sources.filter(
      (file) => !/^console\/.+\.tsx$/.test(file) && !isTest(file) && /^export default/m.test(textOf(file)),
    )
    expect(wrong).toEqual([])
  })
})
