import { describe, expect, it } from 'vitest'
import {
  circlesIn,
  domainOf,
  importsBetween,
  importsOf,
  isOurs,
  isTest,
  linesOf,
  roomOf,
  sources,
  textOf,
} from '../tools/import-graph.ts'

/** The rooms of the sources and what each may import; docs/architecture.md says why. An excuse no longer needed fails. */
interface Room {
  of: RegExp
  may(name: string, file: string): boolean
}
const screensOf = (path: string) => /^console\/([^/]+)\//.exec(path)?.[1]
const rooms: Record<string, Room> = {
  'i18n is pure and knows nobody': { of: /^i18n\//, may: (name) => name.startsWith('i18n/') },
  'contract is pure': {
    of: /^contract\//,
    // Both are pure too: they check the numbers of accounts, in the form and on the server.
    may: (name) => ['zod', 'ibantools', 'libphonenumber-js/min'].includes(name) || /^(contract|i18n)\//.test(name),
  },
  'server/kit knows no domain': {
    of: /^server\/kit\//,
    may: (name) =>
      !isOurs(name) ||
      /^(contract|i18n|server\/kit|server\/db)\//.test(name) ||
      // Only their types.
      ['server/providers/provider.ts', 'server/payables/payable.ts'].includes(name),
  },
  'server/ledger knows no domain and no provider': {
    of: /^server\/ledger\//,
    may: (name) => !isOurs(name) || /^(contract|i18n|server\/kit|server\/ledger|server\/db)\//.test(name),
  },
  'a provider knows no domain and not our database': {
    of: /^server\/providers\//,
    may: (name) =>
      name !== 'pg' &&
      name !== 'kysely' &&
      (!isOurs(name) || /^(contract|i18n|server\/kit\/(?!db\/|jobs\/|http\/)|server\/providers)/.test(name)),
  },
  'the server knows nothing of the console': {
    of: /^server\//,
    may: (name) => !name.startsWith('console/') && !/^(react|@mantine|@tanstack)/.test(name),
  },
  'the pages of shoppers are on their own': {
    of: /^checkout\//,
    may: (name) => /^(checkout|contract|i18n)\//.test(name) || name.endsWith('.css'),
  },
  'console/kit knows no domain and no screen': {
    of: /^console\/kit\//,
    may: (name) => !isOurs(name) || /^(contract|i18n|console\/kit)\//.test(name),
  },
  'a domain of the console knows the kit and the contract': {
    of: /^console\/(?!kit\/)[^/]+\//,
    may: (name, file) =>
      !isOurs(name) ||
      /^(contract|i18n|console\/kit)\//.test(name) ||
      screensOf(name) === screensOf(file) ||
      // Rules are about channels, and copies about both: they show them as their own screens do.
      (screensOf(file) === 'routing' && screensOf(name) === 'channels') ||
      // A country's ways are those of channels, and are named as there.
      (screensOf(file) === 'remittances' && screensOf(name) === 'channels') ||
      // A payout goes to an account; batches and files for the bank are tabs of payouts.
      (screensOf(file) === 'payouts' &&
        ['bank-files', 'beneficiaries', 'payout-batches'].includes(screensOf(name) ?? '')) ||
      (screensOf(file) === 'channel-copies' && ['channels', 'routing'].includes(screensOf(name) ?? '')),
  },
  'the browser gets nothing of Node and nothing of the server': {
    of: /^(contract|i18n|console|checkout)\//,
    may: (name) => !name.startsWith('node:') && !name.startsWith('server/'),
  },
}
/** 'file → import', each with its reason; the list may only shrink. */
const excuses: Record<string, string> = {
  'console/payment-links/preview.tsx → checkout/page.ts': 'the live preview is the page itself, not a likeness of it',
  'console/payment-links/preview.tsx → checkout/checkout.css?url': 'with its own styles',
  'console/payment-links/preview.tsx → checkout/view.ts': 'the same',
  'console/payment-pages/editor/preview.tsx → checkout/pages/document.ts':
    'the live preview of a payment page is the page itself',
  'console/payment-pages/editor/preview.tsx → checkout/pages/look.ts': 'with its own colours',
  'console/payment-pages/editor/preview.tsx → checkout/checkout.css?url': 'and its own styles',
  'console/payment-pages/editor/preview.tsx → checkout/pages/pages.css?url': 'the same',
  'console/payment-pages/editor/preview.tsx → checkout/pages/view.ts': 'the same',
  'console/payment-pages/editor/preview.tsx → checkout/view.ts': 'the same',
  'console/remittances/shown-page.tsx → checkout/page.ts': 'the preview of the checkout is the page itself',
  'console/remittances/shown-page.tsx → checkout/checkout.css?url': 'with its own styles',
  'console/remittances/shown-page.tsx → checkout/view.ts': 'the same',
  'console/payment-pages/editor/look.tsx → checkout/pages/look.ts': 'the shades that the page draws',
  'console/channels/screen.tsx → console/routing/routing-tab.tsx': 'a tab of the screen, fetched when it is opened',
  'console/merchants/general-settings.tsx → console/invoices/settings/settings-tab.tsx': 'the same',
  'server/kit/ctx.ts → server/providers/provider.ts': 'only its type',
}

/** The rooms of `server/kit` and which of the others each may import. Files beside the rooms (`ctx.ts`, …) are for all. */
const serverKitRooms: Record<string, string> = {
  audit: 'db secrets',
  auth: 'db http process secrets',
  db: 'process',
  files: 'db process',
  http: 'audit auth db files jobs lists process',
  jobs: 'db process',
  lists: 'db',
  outbound: 'auth process',
  secrets: 'auth',
}

/** The same of `console/kit`. */
const consoleKitRooms: Record<string, string> = {
  api: 'auth i18n routing ui',
  auth: 'api form i18n list routing shell ui',
  charts: 'api i18n routing ui',
  details: 'api auth i18n list routing ui',
  form: 'api i18n routing shell ui',
  i18n: 'api',
  list: 'api auth details form i18n routing shell ui',
  routing: 'api auth details i18n shell ui',
  shell: 'api auth details i18n routing ui',
  ui: 'api routing shell',
}

describe('the rooms', () => {
  const used = new Set<string>()
  it.each(Object.entries(rooms))('%s', (_name, { of, may }) => {
    const files = sources.filter((file) => of.test(file) && !isTest(file))
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

  it('has no circle among the domains of the server', () => {
    expect(circlesIn(importsBetween(domainOf))).toEqual([])
  })

  // Before a line is added: what two domains share belongs into the lower one, or into the kit.
  it('lists what each domain of the server takes from another, as npm run -s domains prints it', () => {
    expect(linesOf(importsBetween(domainOf))).toEqual(textOf('test/domain-imports.txt').trimEnd().split('\n'))
  })

  it.each([
    ['server/kit', serverKitRooms],
    ['console/kit', consoleKitRooms],
  ] as const)('keeps the rooms of %s to the others that they may import', (kit, listed) => {
    const found = Object.entries(importsBetween(roomOf(kit))).map(([room, taken]) => [
      room,
      Object.keys(taken).join(' '),
    ])
    expect(Object.fromEntries(found)).toEqual(listed)
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
        /^(contract|server\/(?!kit|providers|main|app|worker|demo|services))/.test(file) &&
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
  // A table of data, with some lines for each fact.
  const lengthExcuses = ['server/db/tables.ts']

  it('has no default exports but lazily loaded screens and configurations', () => {
    const wrong = sources.filter(
      (file) => !/^console\/.+\.tsx$/.test(file) && !isTest(file) && /^export default/m.test(textOf(file)),
    )
    expect(wrong).toEqual([])
  })
})
