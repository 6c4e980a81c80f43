import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['/console/**/*.ts', '/console/**/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const published = new Set(
  Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.css')).map((path) =>
    path.replace(/^.*\/|\.css$/g, ''),
  ),
)
const listed = (source: string) =>
  [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map((match) => match[1] ?? '')
const imported = (source: string) =>
  [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/\btype\b/, '').trim()),
  )

/** The styles that come with a file: its own and those of the files that it imports by themselves for their effect. */
const broughtBy = (source: string) => [
  ...listed(source),
  ...[...source.matchAll(/^import '#console\/(.+)'$/gm)].flatMap((match) =>
    listed(sources[`/console/${match[1]}`] ?? ''),
  ),
]

it('every file that draws a Mantine component has its styles, whichever screens were open before', () => {
  const always = listed(sources['/console/kit/ui/styles.ts'] ?? '')
  const unstyled = Object.entries(sources).flatMap(([file, source]) => {
    const styled = new Set([...always, ...broughtBy(source)])
    return imported(source).flatMap((name) => (published.has(name) && !styled.has(name) ? [`${file}: ${name}`] : []))
  })
  expect(always).toContain('Button')
  expect(Object.values(sources).flatMap(imported)).toContain('Radio')
  expect(unstyled).toEqual([])
})
