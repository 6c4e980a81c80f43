import { describe, expect, it } from 'vitest'
import english from '#i18n/en/console.json' with { type: 'json' }
import { firstSections } from './first-sections.ts'

const sources = import.meta.glob<string>(['/console/**/*.ts', '/console/**/*.tsx', '!/console/**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const files = new Map(Object.entries(sources).map(([file, source]) => [file.slice(1), source]))

describe('the texts of the first load', () => {
  const used = sectionsOf(reachedFrom('console/main.tsx', files), files)

  it('are exactly the sections that the code of the first load uses', () => {
    expect([...used].toSorted()).toEqual(firstSections.toSorted())
  })

  it('are sections that exist', () => {
    expect(firstSections.filter((name) => !(name in english))).toEqual([])
  })

  it('leave out only code that is fetched with all texts', () => {
    const some = new Map([
      ['console/main.tsx', `import { a } from './a.ts'\nimport './b.ts'\nimport type { T } from './never.ts'`],
      ['console/a.ts', `const Part = lazy(() => import('#console/part.tsx')); t(($) => $.one.text)`],
      ['console/b.ts', `lazy(withTexts(() => import('./whole.tsx'))); lazyScreen(() => import('./screen.tsx'))`],
      ['console/part.tsx', `wireWord('two', word); stateWord(\n  'payment', state)`],
      ...['never.ts', 'whole.tsx', 'screen.tsx'].map((name) => [`console/${name}`, '$.rest.text'] as const),
    ])
    const reached = reachedFrom('console/main.tsx', some)
    expect([...reached]).toEqual(['console/main.tsx', 'console/a.ts', 'console/part.tsx', 'console/b.ts'])
    expect([...sectionsOf(reached, some)]).toEqual(['one', 'two', 'states'])
  })
})

/** The files that a file imports, directly or not, except those that are fetched with all texts. */
function reachedFrom(file: string, files: ReadonlyMap<string, string>, reached = new Set<string>()): Set<string> {
  reached.add(file)
  const source = (files.get(file) ?? '').replaceAll(/\b(?:withTexts|lazyScreen)\(\(\) => import\([^)]*\)/g, '')
  const names = source.matchAll(
    /^(?:import|export) (?!type )(?:[^'";]* from )?'([^']+)'|(?<!typeof )import\('([^']+)'\)/gm,
  )
  for (const [, still, lazy] of names) {
    const found = new URL((still ?? lazy ?? '').replace(/^#/, '/'), `file:///${file}`).pathname.slice(1)
    if (files.has(found) && !reached.has(found)) reachedFrom(found, files, reached)
  }
  return reached
}

/** The sections that files use: by a key, by a group of words of the wire or by the title of a screen. */
function sectionsOf(reached: ReadonlySet<string>, files: ReadonlyMap<string, string>): Set<string> {
  return new Set(
    [...reached].flatMap((file) => {
      const source = files.get(file) ?? ''
      const keys = [...source.matchAll(/\$\.(\w+)|(?<!function )\bwireWord\(\s*'?(\w+)/g)].map(
        (key) => key[1] ?? key[2] ?? '',
      )
      return [
        ...keys,
        ...(/(?<!const )\bstateWord\(/.test(source) ? ['states'] : []),
        ...(/(?<!const )\bscreenTitle\(/.test(source) ? ['screens'] : []),
      ]
    }),
  )
}
